import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderArticle, sanitizeArticle } from './article-html.ts';

const TAG =
  /<\/?(?:p|br|hr|h[234]|ul|ol|li|blockquote|pre|code|strong|em|a|table|thead|tbody|tr|th|td)(?: (?:href="(?:https?:\/\/|mailto:|#\/)[^"<>]*"|rel="noopener"|scope="col"|align="(?:left|center|right)"))*(?: \/)?>/gi;

/** True when nothing but allowed tags, spelt as we spell them, is left. */
function isHarmless(html: string): boolean {
  return !html.replace(TAG, '').includes('<');
}

test('Markdown becomes the HTML of an article', () => {
  const html = renderArticle(
    [
      '# Un',
      '',
      '## Deux',
      '',
      'Un **gras**, un *italique*, `du code`.',
      '',
      '> cité',
      '',
      '- a',
      '- b',
      '',
      '| Nom | Prix |',
      '|---|---:|',
      '| x | 1 |',
      '',
      '---',
    ].join('\n'),
  );
  expect(html).toBe(
    [
      '<h2>Un</h2>',
      '<h2>Deux</h2>',
      '<p>Un <strong>gras</strong>, un <em>italique</em>, <code>du code</code>.</p>',
      '<blockquote>',
      '<p>cité</p>',
      '</blockquote>',
      '<ul>',
      '<li>a</li>',
      '<li>b</li>',
      '</ul>',
      '<table>',
      '<thead>',
      '<tr>',
      '<th scope="col">Nom</th>',
      '<th scope="col" align="right">Prix</th>',
      '</tr>',
      '</thead>',
      '<tbody><tr>',
      '<td>x</td>',
      '<td align="right">1</td>',
      '</tr>',
      '</tbody></table>',
      '<hr />',
    ].join('\n'),
  );
});

test.each([
  ['[dedans](#/blog/view/taux)', '<p><a href="#/blog/view/taux">dedans</a></p>'],
  ['[ici](#/?offre=500&de=EUR&lieu=CDG)', '<p><a href="#/?offre=500&amp;de=EUR&amp;lieu=CDG">ici</a></p>'],
  ['[là](#/?q=%22)', '<p>là</p>'],
  [
    '[dehors](https://www.douane.gouv.fr)',
    '<p><a href="https://www.douane.gouv.fr" rel="noopener">dehors</a></p>',
  ],
  ['[courrier](mailto:a@b.fr)', '<p><a href="mailto:a@b.fr">courrier</a></p>'],
  ['[ancre](#titre)', '<p>ancre</p>'],
  ['[relatif](/api/logout)', '<p>relatif</p>'],
  ['[sans protocole](//evil.example)', '<p>sans protocole</p>'],
  ['[script](javascript:alert(1))', '<p>script</p>'],
  ['![image](https://evil.example/pixel.png)', ''],
])('the link %s', (markdown, html) => {
  expect(renderArticle(markdown).replace('<p></p>', '')).toBe(html);
});

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mi xlink:href="data:x,<script>alert(1)</script>"></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<p onclick="alert(1)" style="position:fixed" class="x" id="y">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#1;javascript:alert(1)">x</a>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="https://a.fr" target="_blank" onmouseover="alert(1)" rel="opener">x</a>',
  '<a href="https://a.fr&quot; onclick=&quot;alert(1)">x</a>',
  '<a href="https:\\\\evil.example">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,x"></object><embed src="x">',
  '<form action="https://evil.example"><input name=password><button>ok</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<template><img src=x onerror=alert(1)></template>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror="alert(1)"></video>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<td align="right" background="javascript:alert(1)">x</td>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<plaintext><script>alert(1)</script>',
])('only the text of %s is left', (attack) => {
  for (const html of [sanitizeArticle(attack), renderArticle(attack), renderArticle(`a ${attack} b`)]) {
    expect(html).toSatisfy(isHarmless);
    expect(html).not.toMatch(/javascript:|vbscript:|data:/i);
  }
});

test('text hidden in a dangerous element is not shown', () => {
  expect(sanitizeArticle('<p>a</p><script>b</script><style>c</style><svg><title>d</title></svg>')).toBe(
    '<p>a</p>',
  );
});

test('a title in an open paragraph ends it, as in a browser, and stays as it is when it is sanitised again', () => {
  const once = sanitizeArticle('<p><i><h5>x');
  expect(once).toBe('<p></p><h4>x</h4><p></p>');
  expect(sanitizeArticle(once)).toBe(once);
});

test('any combination of pieces gives harmless HTML, and sanitising it again changes nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '/',
        '=',
        '&',
        ' ',
        '\n',
        '&lt;',
        '&#60;',
        '<!--',
        '-->',
        '</',
        '<a href=',
        '`',
      ],
      ...['<p>', '</p>', '<script>', '</script>', '<style>', '</style>', '<svg>', '<math>', '<noscript>'],
      ...['<table>', '<td>', '<th>', '<li>', '<img src=x onerror=alert(1)>', 'javascript:', '</noscript>'],
      ...['<textarea>', '</textarea>', '<title>', '<xmp>', '<iframe>', '<template>', ' onclick=', '<br/'],
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const once = sanitizeArticle(pieces.join(''));
      expect(once).toSatisfy(isHarmless);
      expect(sanitizeArticle(once)).toBe(once);
    }),
    { numRuns: 1_000 },
  );
});

test('deep nesting does not overflow the stack', () => {
  expect(sanitizeArticle('<blockquote>'.repeat(20_000))).toSatisfy(isHarmless);
});
