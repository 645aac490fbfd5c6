/** Colours that say something: an op's family, and time on a scale. */

const hues = new Map<string, number>();

/** A hue for a family, the same in each window. Families of one first word, nn_conv and nn_pool, are neighbours. */
export function familyHue(family: string): number {
  let hue = hues.get(family);
  if (hue === undefined) {
    const [first, ...rest] = family.split("_");
    hue = (spread(first) * 300 + spread(rest.join("_")) * 36 + 190) % 360;
    hues.set(family, Math.round(hue));
  }
  return hue;
}

function spread(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return ((hash >>> 0) % 997) / 997;
}

/** From pale yellow to red, by the logarithm of a share of the longest time; dark text is read on all of it. */
export function heat(share: number): string {
  const level = Math.max(0, Math.min(1, 1 + Math.log10(Math.max(share, 1e-3)) / 3));
  return `hsl(${52 - 48 * level} ${70 + 15 * level}% ${80 - 16 * level}%)`;
}
