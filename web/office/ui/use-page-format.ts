import { useEffect } from 'react';

/** The browser's own paper: a rule about pages holds of the whole document, so it is there with the page alone. */
export function usePageFormat(format: string): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`@page { size: ${format}; margin: 12mm; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules);
    };
  }, [format]);
}
