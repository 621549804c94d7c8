/**
 * Joins two bills of materials in CycloneDX's form, that of the crates and that of the npm packages, into one that is the same each
 * time: without a number of its own, with the time of the commit, and without the folder that the crates lay in.
 */
import { readFileSync } from "node:fs";

const [crates, packages] = process.argv.slice(2, 4).map((file) => JSON.parse(readFileSync(file, "utf8")));
const [time, folder] = process.argv.slice(4);

const page = packages.metadata.component;
const program = crates.metadata.component["bom-ref"];
const dependencies = crates.dependencies.map((of) =>
  of.ref === program ? { ...of, dependsOn: [...of.dependsOn, page["bom-ref"]] } : of,
);
const joined = {
  bomFormat: crates.bomFormat,
  specVersion: crates.specVersion,
  version: 1,
  metadata: {
    timestamp: new Date(Number(time) * 1000).toISOString(),
    tools: [crates, packages].flatMap(({ metadata }) => metadata.tools),
    component: crates.metadata.component,
  },
  components: [...crates.components, page, ...packages.components],
  dependencies: [...dependencies, ...packages.dependencies],
};
console.log(JSON.stringify(joined, null, 2).replaceAll(`file://${folder}`, "file:///daybook"));
