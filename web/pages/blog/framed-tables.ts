import html from '#web/shared/html/SafeHtml.module.css';

const HEADS = /<th[^>]*>(.*?)<\/th>/g;

// Puts each table of sanitised HTML into a frame that scrolls, reached by keyboard, as SafeHtml does.
export function framedTables(content: string): string {
  return content
    .replace(/<table>.*?<\/table>/gs, (table) => {
      const columns = [...table.matchAll(HEADS)].map(([, head = '']) => head.replace(/<[^>]*>/g, '').trim());
      const label = `Tableau\u00a0: ${columns.join(', ')}`.replaceAll('"', '&quot;');
      return `<section class="${html.frame}" tabindex="0" aria-label="${label}">${table}</section>`;
    })
    .replaceAll(/(<t[hd][^>]*) align="/g, '$1 data-align="');
}
