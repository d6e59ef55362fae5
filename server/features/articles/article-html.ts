import { Marked } from 'marked';
import sanitize from 'sanitize-html';

const markdown = new Marked({ gfm: true });

/** What an article may hold: text, its structure and links. No style, script, frame, form or picture. */
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
  // what these hold is no text for a reader
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

/** An article's Markdown as sanitised HTML. */
export function renderArticle(text: string): string {
  return sanitizeArticle(markdown.parse(text, { async: false }));
}

/** HTML that holds nothing but what an article may. Sanitising twice changes nothing. */
export function sanitizeArticle(html: string): string {
  // twice: once the first pass has mended a tag, the tag can end its paragraph, and only another pass sees that
  return sanitize(sanitize(html, ALLOWED), ALLOWED).trim();
}

/** A link inside the site (`#/...`, a comparison's too), to the web or to a mail address; of any other only the text is kept. */
function link(href: string): sanitize.Tag {
  if (/^#\/[\w/-]*(\?[\w=&.:-]*)?$/.test(href)) return { tagName: 'a', attribs: { href } };
  if (/^mailto:[^\s<>"]+$/i.test(href)) return { tagName: 'a', attribs: { href } };
  if (/^https?:\/\/[^\s<>"\\]+$/i.test(href) && URL.canParse(href)) {
    return { tagName: 'a', attribs: { href, rel: 'noopener' } };
  }
  return { tagName: 'span', attribs: {} };
}
