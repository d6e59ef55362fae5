import type { Plugin } from 'vite';

const REPLACED: readonly (readonly [RegExp, string])[] = [
  // a style that did not come is forgotten, as a script is
  [/(\(err\) => \{\s*)seen\[href\] = void 0;/, '$1delete seen[href];'],
  [/if \(e\.type === "error"\) (?=rej\()/, 'if (e.type === "error") link.remove(), '],
];

/**
 * Has the styles of a part that comes later asked for again with it, after they did not come: Vite's loader takes
 * them for loaded, and what is shown once the network is back would have none.
 */
export function retryStyles(): Plugin {
  return {
    name: 'retry-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code) =>
        REPLACED.reduce((changed, [pattern, replacement]) => {
          if (!pattern.test(changed)) throw new Error(`Vite's loader no longer holds ${pattern}.`);
          return changed.replace(pattern, replacement);
        }, code),
    },
  };
}
