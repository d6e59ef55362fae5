import { Marked } from 'marked';
import sanitize from 'sanitize-html';

const markdown = new Marked({ gfm: true });

/** Elements of an article: text, structure and links, without style, script, frame, form or picture. */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    ...[
      'p',
      'br',
      'hr',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'blockquote',
      'pre',
      'code',
      'strong',
      'em',
      'a',
    ],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    th: [
      { name: 'align', values: ['left', 'center', 'right'] },
      { name: 'scope', values: ['col'] },
    ],
    td: [{ name: 'align', values: ['left', 'center', 'right'] }],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // their content is no text for a reader
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe', 'noembed', 'noframes'],
    ...['template', 'title', 'svg', 'math', 'object', 'select'],
  ],
  nestingLimit: 30,
  transformTags: {
    a: (_tag, { href = '' }) => link(href.trim()),
    th: (tagName, { align }) => ({ tagName, attribs: { scope: 'col', ...(align && { align }) } }),
    // the page's title is its only h1
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
  },
};

export function renderArticle(text: string): string {
  return sanitizeArticle(markdown.parse(text, { async: false }));
}

export function sanitizeArticle(html: string): string {
  // twice, because a tag mended by the first pass can end its paragraph, which only another pass sees
  return sanitize(sanitize(html, ALLOWED), ALLOWED).trim();
}

function link(href: string): sanitize.Tag {
  if (/^#\/[\w/-]*(\?[\w=&.:-]*)?$/.test(href)) return { tagName: 'a', attribs: { href } };
  if (/^mailto:[^\s<>"]+$/i.test(href)) return { tagName: 'a', attribs: { href } };
  if (/^https?:\/\/[^\s<>"\\]+$/i.test(href) && URL.canParse(href)) {
    return { tagName: 'a', attribs: { href, rel: 'noopener' } };
  }
  return { tagName: 'span', attribs: {} };
}
