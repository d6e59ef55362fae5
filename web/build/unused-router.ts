import type { Plugin } from 'vite';

const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const COMPONENT = /= (?=React\$1\.(?:forwardRef|createContext)\()/g;

type Unused = { file: string; text: string; instead: string };

const UNUSED_FEATURES: readonly Unused[] = [
  // instrumentation for other tools
  { file: 'router/router.js', text: 'if (init.instrumentations)', instead: 'if (false)' },
  {
    file: 'router/router.js',
    text: 'consumeInstrumentationClientResultMetaReceiver(router)',
    instead: 'void 0',
  },
  // loads beside a navigation (useFetcher) and submissions by one (Form, useSubmit), since pages call the
  // API
  {
    file: 'router/router.js',
    text: 'async function fetch(key, routeId, href, opts) {',
    instead: 'async function fetch(key, routeId, href, opts) { return;',
  },
  {
    file: 'router/router.js',
    text: 'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod))',
    instead: 'else if (false)',
  },
  // prefetch of a page's code, since Links are drawn without `prefetch`
  { file: 'dom/lib.js', text: 'usePrefetchBehavior(prefetch, rest)', instead: '[false, null, {}]' },
  { file: 'dom/lib.js', text: 'mergeRefs(forwardedRef, prefetchRef)', instead: 'forwardedRef' },
  { file: 'dom/lib.js', text: 'return shouldPrefetch && !isAbsolute ?', instead: 'return false ?' },
  // scroll restoration of server-drawn pages
  { file: 'dom/lib.js', text: 'if (!remixContext || remixContext.isSpaMode)', instead: 'if (true)' },
];

export function dropUnusedRouterCode(): Plugin {
  return {
    name: 'unused-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/.*\.js$/ },
      handler: (code, id) =>
        withoutUnused(code, id).replace(NAME, '').replace(COMPONENT, '= /* @__PURE__ */ '),
    },
  };
}

function withoutUnused(code: string, id: string): string {
  return UNUSED_FEATURES.filter(({ file }) => id.endsWith(`/lib/${file}`)).reduce(
    (left, { text, instead }) => {
      if (!left.includes(text))
        throw new Error(`The router has no '${text}' any more: see ${import.meta.filename}`);
      return left.replaceAll(text, instead);
    },
    code,
  );
}
