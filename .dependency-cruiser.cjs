const TEST_FILE = '[.]test[.]tsx?$';
const TEST = `${TEST_FILE}|^(domain|server)/testing/`;
/** Modules that any feature may import from another, each with the reason (docs/architecture.md). */
const SHARED_VERBS = Object.keys({
  'accounts/attempts': 'failed attempts are limited wherever a secret is typed, and photos too',
  'accounts/counts': 'counts of a window, of which every quota is made',
  'accounts/traveller-attempts': 'quotas of the codes that travellers are mailed',
  'accounts/recipients[.]queries': 'letters greet an account by its name and its company',
  'audit/write-audit': 'an act is journaled in its own transaction',
  'companies/assess-companies': 'the dashboard counts the troubles that the list of companies shows',
  'passwords/ensure-links': 'an invited user needs a link to a first password',
  'passwords/password-links': 'addresses and lifetime of links, for letters and logins',
  'passwords/show-links': 'lists of companies and users show the links of accounts that await a password',
  'factors/remove-all-factors': 'an administrator removes the factors of a locked-out user',
  'factors/restore-address': 'the letter on a removed factor has the address that puts it back',
  'places/load-places': 'searches of places share one copy a process',
  'privacy/erasures[.]queries': 'every erasure is recorded, because a restored backup repeats it',
  'privacy/erase-travellers[.]queries': 'travellers erase their own accounts',
  'privacy/export-traveller[.]queries': 'travellers export their own data',
  'rates/end-branch-rates': 'a branch that closes ends its own rates',
  'reservations/notify-company': 'an erasure cancels reservations, and their company is notified',
  'reservations/pickup-codes': 'exports of personal data contain the opened codes',
  'reservations/told-closures': 'travellers expected at a closing branch are notified',
  'reservations/told-rates': 'travellers are notified when their rate is suspended or removed',
  'reservations/told-suspensions': 'travellers are notified when their company is suspended',
  'security-events/write-security-event': 'an event is journaled in the transaction of its cause',
  'security-events/origin': 'every event has the origin of its request',
  'security-events/tally': 'failed logins are counted where they happen',
}).join('|');
/** Folders that share one noun, each with those of it that it builds on. */
const FAMILIES = {
  pages: 'offers|articles|branches|history',
  margins: 'rates',
  sheets: 'rates',
  boards: 'rates|sheets',
  requests: 'reservations',
  desk: 'reservations',
  terms: 'reservations',
  passwords: 'accounts',
  factors: 'accounts|passwords',
  profile: 'accounts|passwords',
  login: 'accounts|passwords|factors',
};
const PRODUCT = '^(domain|server|web)/';

/** Who may import whom: the table of docs/architecture.md, one rule a line of it. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      // installed by the proof of mutants alone
      to: { couldNotResolve: true, pathNot: '^@stryker-mutator/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/', pathNot: TEST_FILE },
      to: { pathNot: '^domain/|^node_modules/typebox/' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'features-know-no-other',
      severity: 'error',
      from: {
        path: '^server/features/([^/]+)/',
        pathNot: `^server/features/(${Object.keys(FAMILIES).join('|')})/|${TEST}`,
      },
      to: { path: '^server/features/', pathNot: `^server/features/($1/|(${SHARED_VERBS})[.]ts$)` },
    },
    ...Object.entries(FAMILIES).map(([folder, below]) => ({
      name: `${folder}-knows-its-family`,
      severity: 'error',
      from: { path: `^server/features/${folder}/`, pathNot: TEST },
      to: {
        path: '^server/features/',
        pathNot: `^server/features/((${folder}|${below})/|(${SHARED_VERBS})[.]ts$)`,
      },
    })),
    {
      name: 'arrows-run-down',
      severity: 'error',
      from: { path: '^server/(db|process|jobs|mail|http|book|pictures|backups)/', pathNot: TEST },
      to: { path: '^server/(features|stream|metrics|seed|cli|app|public-app|public-data|letters|main)' },
    },
    {
      name: 'stream-comes-with-nats-url',
      severity: 'error',
      from: { path: PRODUCT, pathNot: `^server/stream/|${TEST}` },
      to: { path: '^server/stream/|^node_modules/@nats-io/', dynamic: false },
    },
    {
      name: 'sql-stays-in-queries',
      severity: 'error',
      from: {
        path: PRODUCT,
        pathNot: `^server/(db|seed)/|[.]queries[.]ts$|^server/main[.]ts$|${TEST}`,
      },
      to: { path: '^node_modules/(pg|kysely)/' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'apps-know-no-other',
      severity: 'error',
      from: { path: '^web/(site|office|board)/' },
      to: { path: '^web/(site|office|catalogue|board|pages)/', pathNot: '^web/$1/' },
    },
    {
      name: 'catalogue-draws-the-site',
      severity: 'error',
      from: { path: '^web/catalogue/' },
      to: { path: '^web/(office|board|pages)/' },
    },
    {
      name: 'pages-draw-the-site',
      severity: 'error',
      from: { path: '^web/pages/' },
      to: { path: '^web/(office|board|catalogue)/' },
    },
    {
      name: 'pages-know-no-sibling',
      severity: 'error',
      from: { path: '^web/(site|office)/pages/([^/]+)/' },
      to: { path: '^web/$1/pages/', pathNot: '^web/$1/pages/$2/' },
    },
    {
      name: 'shared-knows-no-app',
      severity: 'error',
      from: { path: '^web/shared/' },
      to: { path: '^web/(site|office|catalogue|board|pages)/' },
    },
    {
      name: 'ui-knows-react-alone',
      severity: 'error',
      from: { path: '^web/shared/ui/', pathNot: TEST },
      to: { pathNot: '^web/shared/ui/|^node_modules/(react|react-dom|@types/react|@base-ui/react)/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: PRODUCT, pathNot: TEST },
      to: { path: `^(e2e|bench|proof|deploy|scripts)/|${TEST}` },
    },
    {
      name: 'product-runs-without-dev-packages',
      severity: 'error',
      from: {
        path: '^(domain|server|web/(site|office|board|pages|shared))/',
        pathNot: `${TEST}|vite[.]config[.]ts$`,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
