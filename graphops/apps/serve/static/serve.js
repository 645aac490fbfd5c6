"use strict";

const $ = (id) => document.getElementById(id);
let signatures = []; // of the versions that answer: {model, version, name, about}

function headers() {
  const token = $("token").value;
  return token ? { Authorization: `Bearer ${token}` } : {};
}

function cell(row, text, kind) {
  const made = row.insertCell();
  made.textContent = text;
  if (kind) made.className = kind;
}

const milliseconds = (value) => (value == null ? "" : `${value} ms`);

function showVersions(state) {
  const body = document.createElement("tbody");
  body.id = "versions";
  for (const model of state.models) {
    const counts = state.requests[model.name] ?? {};
    const labels = Object.entries(model.labels);
    for (const version of model.versions) {
      const row = body.insertRow();
      const named = labels.filter(([, number]) => number === version.version).map(([label]) => label);
      cell(row, model.name);
      cell(row, [version.version, ...named].join(", "));
      cell(row, version.error ? `${version.state}: ${version.error}` : version.state, version.error ? "bad" : "");
      cell(row, version.seconds == null ? "" : `${version.seconds.toFixed(2)} s`, "number");
      cell(row, counts.succeeded ?? 0, "number");
      cell(row, counts.failed ?? 0, "number");
      cell(row, milliseconds(counts.p50_ms), "number");
      cell(row, milliseconds(counts.p99_ms), "number");
    }
    if (!model.versions.length) {
      const row = body.insertRow();
      cell(row, model.name);
      cell(row, "no versions", "bad");
    }
  }
  $("versions").replaceWith(body);
}

function showSignatures(state) {
  const found = [];
  for (const model of state.models)
    for (const version of model.versions)
      for (const [name, about] of Object.entries(version.signatures)) found.push({ model: model.name, version: version.version, name, about });
  if (JSON.stringify(found) === JSON.stringify(signatures)) return;
  signatures = found;
  $("signature").replaceChildren(...found.map((each, at) => new Option(`${each.model}, version ${each.version}, ${each.name}`, at)));
  choose();
}

function tensors(all) {
  return Object.entries(all)
    .map(([name, { dtype, shape }]) => `${name}: ${dtype}${shape == null ? "" : `[${shape.map((size) => size ?? "?").join(", ")}]`}`)
    .join("; ");
}

function choose() {
  const chosen = signatures[$("signature").value];
  if (!chosen) return;
  $("about").textContent = `takes ${tensors(chosen.about.inputs)}; gives ${tensors(chosen.about.outputs)}`;
  $("request").value = JSON.stringify(chosen.about.example);
}

function verb(method) {
  const found = /serving\/(classify|regress)$/.exec(method);
  return found ? found[1] : "predict";
}

async function send(event) {
  event.preventDefault();
  const chosen = signatures[$("signature").value];
  if (!chosen) return;
  const path = `v1/models/${encodeURIComponent(chosen.model)}/versions/${chosen.version}:${verb(chosen.about.method)}`;
  const begin = performance.now();
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers() }, body: $("request").value });
    $("answer").textContent = (await answer.text()).slice(0, 100000);
    $("time").textContent = `Status ${answer.status} after ${(performance.now() - begin).toFixed(1)} ms`;
  } catch (error) {
    $("time").textContent = `No answer: ${error.message}`;
  }
  refresh();
}

async function refresh() {
  try {
    const answer = await fetch("state.json", { headers: headers() });
    const state = await answer.json();
    if (!answer.ok) throw new Error(state.error);
    showVersions(state);
    showSignatures(state);
    $("state").textContent = state.ready ? "Every model answers." : "Not every model answers yet.";
  } catch (error) {
    $("state").textContent = `The server does not say what it has: ${error.message}`;
  }
}

$("signature").addEventListener("change", choose);
$("token").addEventListener("change", refresh);
$("try").addEventListener("submit", send);
refresh();
setInterval(refresh, 3000);
