"use strict";

function element(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

async function show() {
  const main = document.getElementById("paths");
  const token = document.getElementById("token").value;
  try {
    const answer = await fetch("openapi.json", { headers: token ? { Authorization: `Bearer ${token}` } : {} });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    main.replaceChildren();
    for (const [path, methods] of Object.entries(found.paths))
      for (const [method, about] of Object.entries(methods)) {
        main.append(element("h2", `${method.toUpperCase()} ${path}`), element("p", about.summary));
        const content = about.requestBody?.content ?? {};
        for (const [type, { schema }] of Object.entries(content))
          main.append(element("p", `Body: ${type}`), ...(schema ? [element("pre", JSON.stringify(schema, null, 1))] : []));
      }
    if (!main.children.length) main.append(element("p", "No model answers yet."));
  } catch (error) {
    main.replaceChildren(element("p", `The server does not say what it has: ${error.message}`));
  }
}

document.getElementById("token").addEventListener("change", show);
show();
