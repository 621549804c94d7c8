/**
 * Writes a `.br` and a `.gz` beside every text file of the build, at the highest level. The server embeds these files and
 * sends them as they are, so no request ever pays for compression.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Fonts (woff2) and pictures are compressed by their own format already. */
const TEXT = /\.(js|css|html|svg|json|txt|webmanifest|map)$/;

/** Below this size the header of a compressed file costs more than it saves. */
const SMALLEST = 256;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  // The manifest in .vite is for our own scripts and never served.
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith(".vite"))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function compressBeside(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    gzipped(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

export function precompress(): Plugin {
  let outDir = "dist";
  return {
    name: "daybook:precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const files = await filesBelow(outDir);
        await Promise.all(files.filter((file) => TEXT.test(file)).map(compressBeside));
      },
    },
  };
}
