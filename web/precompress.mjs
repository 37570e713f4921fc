// Writes a .gz and a .br beside every built text file, so that the edge never compresses while serving.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const SMALLEST = 512;
const TEXT = /\.(html|js|css|svg|json|txt)$/;

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

let plain = 0;
let small = 0;
for (const path of files("dist").filter((name) => TEXT.test(name) && statSync(name).size >= SMALLEST)) {
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotli);
  plain += bytes.length;
  small += brotli.length;
}
console.log(`compressed ${Math.round(plain / 1024)} kB to ${Math.round(small / 1024)} kB (brotli)`);
