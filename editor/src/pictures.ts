/** Pictures, decoded by the browser where the service cannot, and drawn from SVG. */
import type { JsonObject } from "./json";
import type { Size } from "./protocol";

const MOST_PIXELS = 1 << 20; // of a picture that becomes part of a page; larger ones become smaller
const MOST_SIDE = 8192; // of a canvas
const MOST_AREA = 1 << 25;

function loaded(data: Blob): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    const address = URL.createObjectURL(data);
    image.onload = () => {
      URL.revokeObjectURL(address);
      resolve(image);
    };
    image.onerror = () => {
      URL.revokeObjectURL(address);
      reject(new Error("The file is no picture that this browser can decode."));
    };
    image.src = address;
  });
}

function canvasOf(image: HTMLImageElement, width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser has no canvas.");
  context.drawImage(image, 0, 0, width, height);
  return context;
}

/** What a picture is for: the dtype and shape of a placeholder; null for three axes of bytes. */
export interface Wanted {
  dtype: string;
  shape: readonly Size[] | null;
}

/** The array of a picture as pages have it: as the service makes it, but of the colours that the browser decodes. */
export async function pictureValue(file: Blob, wanted: Wanted | null): Promise<JsonObject> {
  const image = await loaded(file);
  const shape = wanted?.shape ?? [null, null, 3];
  const rank = shape.length;
  if (rank < 2 || rank > 4 || (rank === 4 && typeof shape[0] === "number" && shape[0] !== 1))
    throw new Error(`A picture has no place in the shape [${shape.join(", ")}].`);
  const [high, wide] = rank === 2 ? shape : shape.slice(-3, -1);
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (image.naturalWidth * image.naturalHeight)));
  const width = typeof wide === "number" ? wide : Math.max(1, Math.floor(image.naturalWidth * shrink));
  const height = typeof high === "number" ? high : Math.max(1, Math.floor(image.naturalHeight * shrink));
  const channels = rank === 2 ? 1 : typeof shape[rank - 1] === "number" ? Number(shape[rank - 1]) : 3;
  if (![1, 3, 4].includes(channels) || width * height > MOST_PIXELS)
    throw new Error(`A picture has no place in the shape [${shape.join(", ")}].`);
  const { data } = canvasOf(image, width, height).getImageData(0, 0, width, height);
  const levels: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
    if (channels === 1) levels.push(Math.round(0.299 * red + 0.587 * green + 0.114 * blue));
    else levels.push(red, green, blue, ...(channels === 4 ? [data[at + 3]] : []));
  }
  const dtype = wanted?.dtype ?? "uint8";
  const sizes = rank === 2 ? [height, width] : [...(rank === 4 ? [1] : []), height, width, channels];
  return { dtype, shape: sizes, values: /int/.test(dtype) ? levels : levels.map((level) => level / 255) };
}

/** A PNG of an SVG, twice as large where that is possible. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const image = await loaded(new Blob([svg], { type: "image/svg+xml" }));
  const [width, height] = [Math.max(1, image.naturalWidth), Math.max(1, image.naturalHeight)];
  const scale = Math.min(2, MOST_SIDE / width, MOST_SIDE / height, Math.sqrt(MOST_AREA / (width * height)));
  const { canvas } = canvasOf(image, Math.ceil(width * scale), Math.ceil(height * scale));
  return new Promise((resolve, reject) => {
    canvas.toBlob((data) => (data ? resolve(data) : reject(new Error("The picture is too large."))), "image/png");
  });
}
