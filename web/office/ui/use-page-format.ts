import { useEffect } from 'react';

/** A page rule applies to the whole document, so it lives only as long as its component. */
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
