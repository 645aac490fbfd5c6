// A stand-in for the service, for work on the front end without Python: the same requests, answers that are made up.
// node mock/server.mjs [port] [page.json]; files are kept in memory, nothing is computed.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const built = path.join(here, "..", "..", "graphops", "edit", "static");
const port = Number(process.argv[2] ?? 8700);
const ops = JSON.parse(readFileSync(path.join(here, "ops.json"), "utf8"));
const byName = new Map(ops.ops.map((op) => [op.name, op]));
const files = new Map();
let autosave = null;
if (process.argv[3]) files.set(path.basename(process.argv[3]), JSON.parse(readFileSync(process.argv[3], "utf8")));

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
};

function blocksOf(page, at = "") {
  const own = (page.blocks ?? []).map((block) => [at + block.id, block]);
  return [...own, ...Object.entries(page.pages ?? {}).flatMap(([name, sub]) => blocksOf(sub, `${at}${name}/`))];
}

/** Every output is float32 [2, 2]; an op that is not known, and an attr that is missing, are problems. */
function check(page) {
  const nodes = {};
  const problems = [];
  for (const [block, { op, attrs = {} }] of blocksOf(page)) {
    const info = byName.get(op);
    const problem = (pin, message) => problems.push({ block, pin, kind: "InvalidArgumentError", message, notes: [] });
    if (!info) problem("", `op must be registered, got '${op}'`);
    const missing = info?.attrs.find(
      (attr) => !attr.inferred && attr.default === undefined && attrs[attr.name] === undefined,
    );
    if (missing && typeof attrs === "object")
      problem(missing.name, `attr '${missing.name}' of op '${op}' must be given, got nothing`);
    const pin = (arg) => ({ pin: arg.name, number: arg.list ? 0 : null, dtype: "float32", shape: [2, 2] });
    nodes[block] = { inputs: [], outputs: (info?.outputs ?? []).map(pin), kernel: null };
  }
  return { nodes, problems, skipped: [], seconds: 0.001 };
}

/** Wires to inputs that take no float32 are refused. */
function fit({ page, wire }) {
  const [block, pin] = wire.to.split(":");
  const op = blocksOf(page).find(([name]) => name === block)?.[1].op;
  const dtypes = byName.get(op)?.inputs.find((arg) => arg.name === pin)?.dtypes;
  if (!dtypes || dtypes.includes("float32")) return { fits: true };
  return {
    fits: false,
    reason: `${pin} of op '${op}' must have one of the dtypes ${dtypes.join(", ")}, got float32`,
    block,
    pin,
  };
}

const refused = (status, message) => [
  status,
  { error: { kind: "InvalidArgumentError", message, notes: [], block: null, pin: null } },
];

function answer(method, url, body) {
  const name = url.searchParams.get("name");
  switch (`${method} ${url.pathname}`) {
    case "GET /api/ops":
      return [200, ops];
    case "GET /api/state":
      return [
        200,
        {
          folder: "(in memory)",
          file: [...files.keys()][0] ?? null,
          devices: ["CPU:0"],
          recovered: autosave !== null,
          limits: { upload: 1e8 },
        },
      ];
    case "POST /api/check":
      return [200, check(body.page)];
    case "POST /api/fit":
      return [200, fit(body)];
    case "GET /api/files":
      return [
        200,
        {
          files: [...files].map(([file, page]) => ({
            name: file,
            bytes: JSON.stringify(page).length,
            modified: 0,
            kind: "page",
          })),
        },
      ];
    case "GET /api/file":
      return files.has(name)
        ? [200, { name, page: files.get(name), converted: false }]
        : refused(404, `no file '${name}'`);
    case "PUT /api/file":
      if (files.has(name) && !body.overwrite) return refused(409, `'${name}' exists`);
      files.set(name, body.page);
      return [200, { name, bytes: JSON.stringify(body.page).length }];
    case "PUT /api/autosave":
      autosave = { ...body, modified: Date.now() / 1000 };
      return [204];
    case "GET /api/autosave":
      return autosave ? [200, autosave] : refused(404, "nothing was kept");
    case "GET /api/autosaves":
      return [200, { kept: autosave ? [{ name: autosave.name, modified: autosave.modified }] : [] }];
    case "DELETE /api/autosave":
      autosave = null;
      return [204];
    case "POST /api/import":
      return [200, { page: body }];
    default:
      return refused(404, `no ${url.pathname}`);
  }
}

const server = createServer((request, response) => {
  const url = new URL(request.url, `http://127.0.0.1:${port}`);
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (!url.pathname.startsWith("/api/")) {
      const file = url.pathname === "/" ? "index.html" : path.basename(url.pathname);
      try {
        const data = readFileSync(path.join(built, file));
        response.writeHead(200, {
          "Content-Type": TYPES[path.extname(file)],
          "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'",
        });
        return response.end(data);
      } catch {
        response.writeHead(404);
        return response.end();
      }
    }
    const text = Buffer.concat(chunks).toString();
    const [status, value] = answer(request.method, url, text ? JSON.parse(text) : null);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  });
});

// As much of the WebSocket protocol as messages of one frame need.
server.on("upgrade", (request, socket) => {
  const key = createHash("sha1")
    .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  const send = (message) => socket.write(frame(JSON.stringify(message)));
  let pending = Buffer.alloc(0);
  let stopped = false;
  socket.on("data", (data) => {
    pending = Buffer.concat([pending, data]);
    for (let found = unframe(pending); found; found = unframe(pending)) {
      pending = pending.subarray(found.used);
      if (found.opcode === 8) return socket.end();
      if (found.opcode === 1) void receive(JSON.parse(found.text));
    }
  });
  socket.on("error", () => socket.destroy());

  async function receive(message) {
    if (message.type === "stop") stopped = true;
    if (message.type === "value")
      send({
        type: "value",
        id: message.id,
        pin: message.pin,
        dtype: "float32",
        shape: [2, 2],
        values: [
          [1, 2],
          [3, 4],
        ],
      });
    if (message.type !== "run" && message.type !== "step") return;
    stopped = false;
    const { id } = message;
    send({ type: "started", id });
    const blocks = blocksOf(message.page);
    for (const [done, [block, { op }]] of blocks.entries()) {
      if (stopped) return send({ type: "finished", id, seconds: 0.1, status: "stopped" });
      send({ type: "progress", id, done, total: blocks.length, block, step: 1, steps: 1 });
      await new Promise((resolve) => setTimeout(resolve, 120));
      const pins = Object.fromEntries((byName.get(op)?.outputs ?? []).map((arg) => [`result_${arg.name}`, SUMMARY]));
      send({ type: "result", id, block, pins, seconds: 0.0012, kernel: "mock" });
    }
    send({ type: "finished", id, seconds: 0.12 * blocks.length, status: "done" });
  }
});

const SUMMARY = {
  dtype: "float32",
  shape: [2, 2],
  count: 4,
  min: 1,
  max: 4,
  mean: 2.5,
  std: 1.118034,
  nans: 0,
  infs: 0,
  zeros: 0,
  histogram: {
    edges: Array.from({ length: 33 }, (_, index) => 1 + (index * 3) / 32),
    counts: Array.from({ length: 32 }, (_, index) => index % 5),
  },
  first: [1, 2, 3, 4],
  text: "[[1 2] [3 4]]",
};

function frame(text) {
  const data = Buffer.from(text);
  const head = Buffer.alloc(data.length < 126 ? 2 : 4);
  head[0] = 0x81;
  head[1] = Math.min(data.length, 126);
  if (data.length >= 126) head.writeUInt16BE(data.length, 2); // no message here is longer than that
  return Buffer.concat([head, data]);
}

function unframe(data) {
  if (data.length < 2) return null;
  const short = data[1] & 127;
  const start = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
  if (data.length < start + 4) return null;
  const length = short === 126 ? data.readUInt16BE(2) : short === 127 ? Number(data.readBigUInt64BE(2)) : short;
  if (data.length < start + 4 + length) return null;
  const mask = data.subarray(start, start + 4);
  const body = Buffer.from(data.subarray(start + 4, start + 4 + length)).map((byte, index) => byte ^ mask[index % 4]);
  return { opcode: data[0] & 15, text: body.toString(), used: start + 4 + length };
}

server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/?token=mock`));
