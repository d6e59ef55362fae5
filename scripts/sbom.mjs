// Lists what the product is made of at run time, as CycloneDX: dist/sbom.cdx.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, fail, ROOT } from './project.mjs';

export async function writeSbom() {
  const { code, output, stdout } = await capture('npm', [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  ]);
  if (code !== 0) fail(`${output}\n\nLa liste des composants (SBOM) n’a pas pu être écrite.`);
  const sbom = JSON.parse(stdout);
  // npm names it after the folder it stands in
  sbom.metadata.component.name = 'parite';
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), JSON.stringify(sbom, null, 2));
  console.log(`Composants : dist/sbom.cdx.json (CycloneDX ${sbom.specVersion}, ${sbom.components.length}).`);
}
