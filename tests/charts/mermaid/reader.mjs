// Reads flowcharts with Mermaid itself: a JSON line {text, draw} in, a JSON line out.
// usage: node reader.mjs NODE_MODULES
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = process.argv[2];
const { JSDOM } = createRequire(join(modules, "x.js"))("jsdom");
const { window } = new JSDOM("<body></body>", { pretendToBeVisual: true });
for (const name of ["document", "SVGElement", "Element", "HTMLElement", "DOMParser", "XMLSerializer",
  "getComputedStyle", "Node", "CSSStyleSheet"]) {
  globalThis[name] = window[name];
}
globalThis.window = window;
const size = { x: 0, y: 0, width: 50, height: 20, top: 0, left: 0, right: 50, bottom: 20 };
window.SVGElement.prototype.getBBox = () => size; // jsdom lays nothing out
window.SVGElement.prototype.getComputedTextLength = () => 50;
window.Element.prototype.getBoundingClientRect = () => size;
window.CSSStyleSheet.prototype.replaceSync = () => {};

const { default: mermaid } = await import(pathToFileURL(join(modules, "mermaid/dist/mermaid.core.mjs")));
mermaid.initialize({ startOnLoad: false, maxEdges: 100000, maxTextSize: 10000000 });

// Mermaid marks entities while it parses, and turns the marks back when it draws.
function plain(text) {
  const html = text.replace(/ﬂ°°/g, "&#").replace(/ﬂ°/g, "&").replace(/¶ß/g, ";").replace(/<br ?\/?>/g, "\n");
  return new window.DOMParser().parseFromString(`<body><pre>\n${html}</pre>`, "text/html").querySelector("pre")
    .textContent;
}

async function parsed(text) {
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  return {
    nodes: [...db.getVertices().values()].map(({ id, text, type, classes }) => [id, plain(text), type, classes]),
    edges: db.getEdges().map(({ start, end, text, stroke }) => [start, end, plain(text), stroke]),
    boxes: db.getSubGraphs().map(({ id, title, nodes }) => [id, plain(title), nodes]),
  };
}

async function drawn(text) {
  const { svg } = await mermaid.render("drawing", text);
  const page = new window.DOMParser().parseFromString(svg, "text/html");
  for (const br of page.querySelectorAll("br")) br.replaceWith("\n");
  return { labels: [...page.querySelectorAll("foreignObject")].map((one) => one.textContent) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { text, draw } = JSON.parse(line);
  let answer;
  try {
    answer = await (draw ? drawn(text) : parsed(text));
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
