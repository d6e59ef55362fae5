import { Fragment, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import styles from './SafeHtml.module.css';

const ALLOWED = new Set([
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'strong', 'em'],
  ...['thead', 'tbody', 'tr'],
]);

const DROPPED = new Set([
  ...['script', 'style', 'textarea', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['template', 'title', 'object', 'select', 'option'],
]);

const HTML = 'http://www.w3.org/1999/xhtml';

/**
 * HTML from the server, parsed apart from the page, where nothing of it runs or loads, and written anew
 * with React from a short list of elements. Only a link's address and a cell's alignment go through, so
 * nothing can be injected.
 */
export function SafeHtml({ html, className = '' }: { html: string; className?: string | undefined }) {
  const content = useMemo(() => showAll(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return <div className={`${styles.text} ${className}`}>{content}</div>;
}

function showAll(parent: Element): ReactNode[] {
  return Array.from(parent.childNodes, show);
}

function show(node: ChildNode, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return showText(node);
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  // svg and math have elements of the same names
  if (node.namespaceURI !== HTML || DROPPED.has(name)) return null;
  if (name === 'a') return showLink(node, key);
  if (name === 'table') return showTable(node, key);
  if (name === 'th' || name === 'td') return showCell(node, name, key);
  if (!ALLOWED.has(name)) return <Fragment key={key}>{showAll(node)}</Fragment>;
  const Tag = name as 'p';
  return node.hasChildNodes() ? <Tag key={key}>{showAll(node)}</Tag> : <Tag key={key} />;
}

function showText(node: ChildNode): string | null {
  // white space between the rows of a table is no text
  const isBetweenRows = /^(?:table|thead|tbody|tr)$/.test(node.parentElement?.localName ?? '');
  return isBetweenRows ? null : node.textContent;
}

function showLink(node: Element, key: number): ReactNode {
  const href = (node.getAttribute('href') ?? '').trim();
  const children = showAll(node);
  if (/^#\/[\w/-]*(\?[\w=&.:-]*)?$/.test(href)) {
    return (
      <Link key={key} to={href.slice(1)}>
        {children}
      </Link>
    );
  }
  if (/^(?:https?:\/\/[^\s\\]+|mailto:[^\s]+)$/i.test(href)) {
    return (
      <a key={key} href={href} rel="noopener">
        {children}
      </a>
    );
  }
  return <Fragment key={key}>{children}</Fragment>;
}

function showTable(node: Element, key: number): ReactNode {
  const columns = Array.from(node.querySelectorAll('th'), (cell) => cell.textContent?.trim());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section key={key} className={styles.frame} tabIndex={0} aria-label={`Tableau : ${columns.join(', ')}`}>
      <table>{showAll(node)}</table>
    </section>
  );
}

function showCell(node: Element, Cell: 'th' | 'td', key: number): ReactNode {
  const align = node.getAttribute('align');
  return (
    <Cell
      key={key}
      {...(Cell === 'th' ? { scope: 'col' } : {})}
      data-align={align === 'right' || align === 'center' ? align : 'left'}
    >
      {showAll(node)}
    </Cell>
  );
}
