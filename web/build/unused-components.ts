import type { Plugin } from 'vite';

const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const COMPONENT = /= (?=React\$1\.(?:forwardRef|createContext)\()/g;

/**
 * Leaves out the components of the router that no page uses: it names them for the developer's tools, and what has
 * been given a name is kept. The names of the others go too.
 */
export function leaveOutUnusedComponents(): Plugin {
  return {
    name: 'unused-components',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/.*\.js$/ },
      handler: (code) => code.replace(NAME, '').replace(COMPONENT, '= /* @__PURE__ */ '),
    },
  };
}
