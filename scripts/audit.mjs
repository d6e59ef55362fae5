// Asks the registry which installed packages have a known vulnerability; one of level high fails. A registry that
// does not answer an audit is said, and fails nothing: whether there is one is then not known.
import { realpathSync } from 'node:fs';
import { capture } from './project.mjs';

const GRAVE = ['high', 'critical'];

/** What `npm audit --json` printed, in a sentence. */
export function readAudit(stdout) {
  const report = parse(stdout);
  if (!report?.vulnerabilities) {
    const reason = report?.message?.split(' - ')[0] || 'pas de réponse';
    return {
      isGrave: false,
      sentence: `Vulnérabilités non vérifiées : le registre ne répond pas à un audit (${reason}).`,
    };
  }
  const all = Object.values(report.vulnerabilities);
  const grave = all.filter(({ severity }) => GRAVE.includes(severity));
  if (grave.length === 0) {
    return {
      isGrave: false,
      sentence: `Aucune vulnérabilité grave connue (${all.length} de moindre niveau).`,
    };
  }
  const lines = grave.map(({ name, severity, via }) => {
    // what a package is reached through is named by its name alone
    const titles = via.map((each) =>
      typeof each === 'string' ? `par ${each}` : `${each.title} ${each.url}`,
    );
    return `  ${name} (${severity}) : ${titles.join(' ; ')}`;
  });
  return { isGrave: true, sentence: `Vulnérabilités graves connues :\n${lines.join('\n')}` };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Of what package-lock.json holds, development included: it runs where the product is built. */
export async function audit(options = {}) {
  const patience = ['--fetch-timeout=30000', '--fetch-retries=1'];
  const { stdout } = await capture(
    'npm',
    ['audit', '--json', '--package-lock-only', '--audit', ...patience],
    options,
  );
  return readAudit(stdout);
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const { isGrave, sentence } = await audit();
  console.log(sentence);
  process.exitCode = isGrave ? 1 : 0;
}
