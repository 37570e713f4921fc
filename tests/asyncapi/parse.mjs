/* Reads AsyncAPI documents with the official parser and prints one JSON line of what it finds for each. */

import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

for (const path of process.argv.slice(2)) {
  const { document, diagnostics } = await new Parser().parse(readFileSync(path, "utf8"));
  const found = diagnostics.map(({ code, severity, path, message }) => ({ code, severity, path: path.join("/"), message }));
  const counted = document && {
    version: document.version(),
    channels: document.channels().all().length,
    operations: document.operations().all().length,
    messages: document.messages().all().length,
  };
  console.log(JSON.stringify({ counted: counted ?? null, found }));
}
