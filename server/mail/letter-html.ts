import type { Publisher } from '#domain/publisher/imprint.ts';
import {
  addNoBreakSpaces,
  CODE_LABEL,
  type Fact,
  type Letter,
  type LetterTicket,
  signature,
} from './letter.ts';

const INK = '#10201c';
const SOFT = '#4a5853';
const PAPER = '#fbfaf6';
const SURFACE = '#ffffff';
const LINE = '#e4e3dc';
const LINE_STRONG = '#b9b8ae';
const QUIET = '#f1f0ea';
const EMERALD = '#0b5d4b';
const EMERALD_TINT = '#e4f1ec';
const SAFFRON = '#f2b544';
const SAFFRON_STRONG = '#8f640b';
const SAFFRON_TINT = '#fdf1db';
const FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// rules for mail readers with a dark mode; the others keep or invert the inline colours
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0d1714 !important; }
  .surface { background: #14211d !important; border-color: #283a34 !important; }
  .ink { color: #eff3f0 !important; }
  .soft { color: #a9b8b1 !important; }
  .line { border-color: #3a4f47 !important; }
  .link { color: #58c3a5 !important; }
  .upper { background: #58c3a5 !important; }
  .button { background: #58c3a5 !important; }
  .button a { color: #06251c !important; }
  .digits { background: #17352c !important; }
  .taken { border-color: #58c3a5 !important; }
  .taken-state { background: #58c3a5 !important; color: #06251c !important; }
  .over { border-color: #3a4f47 !important; }
  .over-state { background: #1a2925 !important; color: #a9b8b1 !important; }
  .asked { border-color: #f2b544 !important; }
  .asked-state { background: #352a13 !important; color: #eff3f0 !important; }
}
@media (max-width: 480px) {
  .outer { padding: 20px 12px !important; }
  .surface { padding: 28px 20px !important; }
  .inner { padding-left: 16px !important; padding-right: 16px !important; }
}`;

export function renderHtml(letter: Letter, publisher: Publisher | null): string {
  const {
    subject,
    preheader,
    title,
    paragraphs,
    items,
    digits,
    ticket,
    action,
    after,
    small,
    reason,
    optOut,
  } = letter;
  const foot = [reason, ...(publisher ? [signature(publisher)] : [])];
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${formatSentence(subject)}</title>
<style>${STYLES}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${PAPER};">
<div style="display:none;max-height:0;overflow:hidden;">${formatSentence(preheader)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER};">
<tr><td class="outer" align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td style="padding:0 4px 20px;">${logo()}</td></tr>
<tr><td class="surface" style="padding:36px 40px;background:${SURFACE};border:1px solid ${LINE};border-radius:20px;">
<h1 class="ink" style="margin:0 0 16px;${text(26, 32, INK)}font-weight:700;letter-spacing:-0.02em;">${formatSentence(title)}</h1>
${paragraphs.map((paragraph) => line(paragraph, 16, 'ink')).join('\n')}
${items ? renderItems(items) : ''}${digits ? renderDigits(digits) : ''}${ticket ? renderTicket(ticket) : ''}${action ? renderButton(action) : ''}${after.map((paragraph) => line(paragraph, 15, 'soft')).join('\n')}
${small ? small.map((sentence) => line(sentence, 13, 'soft')).join('\n') : ''}
${action ? renderAddress(action.url) : ''}</td></tr>
<tr><td style="padding:20px 4px 0;">
${foot.map((each) => line(each, 13, 'soft')).join('\n')}
${optOut ? renderOptOut(optOut) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const COLOURS = { ink: INK, soft: SOFT } as const;

function line(content: string, size: number, name: keyof typeof COLOURS, below = size > 14 ? 14 : 8): string {
  const height = Math.round(size * 1.55);
  return `<p class="${name}" style="margin:0 0 ${below}px;${text(size, height, COLOURS[name])}">${formatSentence(content)}</p>`;
}

function renderItems(items: readonly string[]): string {
  const rows = items.map(
    (item) =>
      `<tr><td class="ink line" style="padding:10px 0;border-top:1px solid ${LINE};${text(15, 22, INK)}">${formatSentence(item)}</td></tr>`,
  );
  return `${table('margin:6px 0 20px;', rows.join('\n'))}\n`;
}

function renderDigits(digits: string): string {
  return table(
    'margin:8px 0 24px;',
    `<tr><td class="digits ink" align="center" style="padding:18px 12px;background:${EMERALD_TINT};border-radius:16px;${text(32, 40, INK)}font-weight:700;letter-spacing:0.1em;">${formatSentence(digits)}</td></tr>`,
  );
}

function renderButton({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;">
<tr><td class="button" align="center" style="background:${EMERALD};border-radius:12px;">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;${text(16, 20, '#ffffff')}font-weight:600;text-decoration:none;">${formatSentence(label)}</a>
</td></tr>
</table>
`;
}

// Address of the button, for a mail reader that does not open it.
function renderAddress(url: string): string {
  const address = escapeHtml(url);
  return `<p class="soft line" style="margin:20px 0 0;padding-top:16px;border-top:1px solid ${LINE};${text(13, 20, SOFT)}">${formatSentence('Si le bouton ne s’ouvre pas, copiez cette adresse :')}<br><a class="link" href="${address}" style="color:${EMERALD};word-break:break-all;overflow-wrap:anywhere;">${address}</a></p>
`;
}

const TONES = {
  asked: { frame: `2px dashed ${SAFFRON_STRONG}`, ground: SAFFRON_TINT, ink: INK },
  taken: { frame: `2px solid ${EMERALD}`, ground: EMERALD, ink: '#ffffff' },
  over: { frame: `1px solid ${LINE}`, ground: QUIET, ink: SOFT },
} as const;

// Ticket with a solid frame, dashed until it is accepted, quiet once it ended without a hand-over.
function renderTicket({ state, tone, name, number, code, facts, amounts, more }: LetterTicket): string {
  const { frame, ground, ink } = TONES[tone];
  const main = [
    value(name, 16, 600),
    label(number, 13, 16),
    ...(code
      ? [label(CODE_LABEL), value(code.text, 40, 700, 'letter-spacing:0.1em;margin-bottom:12px;')]
      : []),
    ...facts.map(([what, content], i) => fact([what, content], i === 0 ? 18 : 16)),
    amounts
      .map(
        ([what, content], i) =>
          `<div style="display:inline-block;vertical-align:top;padding-right:24px;">${label(what)}${value(content, i === 0 && tone !== 'over' ? 28 : 18, 600, 'line-height:34px;margin-bottom:10px;')}</div>`,
      )
      .join(''),
  ];
  const picture = code
    ? `<div style="display:inline-block;vertical-align:top;padding-bottom:8px;"><img src="cid:${escapeHtml(code.picture)}" width="140" height="140" alt="Code QR de ${escapeHtml(code.text)}" style="display:block;border:0;border-radius:8px;"></div>`
    : '';
  const inner = 'padding-left:20px;padding-right:20px;';
  return table(
    `margin:20px 0 0;border:${frame};border-radius:16px;border-collapse:separate;overflow:hidden;`,
    `${state === null ? '' : `<tr><td class="${tone}-state inner" style="padding:8px 20px;background:${ground};${text(15, 22, ink)}font-weight:600;">${formatSentence(state)}</td></tr>`}
<tr><td class="inner" style="padding:16px 20px 6px;font-size:0;line-height:0;"><div style="display:inline-block;vertical-align:top;width:100%;max-width:${code ? 290 : 440}px;">${main.join('\n')}</div>${picture}</td></tr>
${more.length > 0 ? `<tr><td class="inner" style="${inner}"><div class="line" style="padding:14px 0 4px;border-top:1px dashed ${LINE_STRONG};">${more.map((one) => fact(one, 15)).join('\n')}</div></td></tr>` : ''}`,
    tone,
  );
}

function fact([what, content]: Fact, size: number): string {
  return typeof content === 'string'
    ? `${label(what)}${value(content, size, size > 16 ? 600 : 500, 'margin-bottom:10px;')}`
    : `${label(what)}<ul class="ink" style="margin:0 0 10px;padding:0 0 0 18px;${text(size, size + 8, INK)}">${content.map((one) => `<li>${formatSentence(one)}</li>`).join('')}</ul>`;
}

function label(content: string, size = 13, below = 0): string {
  return `<p class="soft" style="margin:0 0 ${below}px;${text(size, 20, SOFT)}">${formatSentence(content)}</p>`;
}

function value(content: string, size: number, weight: number, more = ''): string {
  return `<p class="ink" style="margin:0;${text(size, Math.round(size * (size > 20 ? 1.2 : 1.4)), INK)}font-weight:${weight};${more}">${formatSentence(content)}</p>`;
}

function table(style: string, rows: string, name = ''): string {
  return `<table role="presentation"${name ? ` class="${name}"` : ''} width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">
${rows}
</table>
`;
}

function renderOptOut({ label, url }: NonNullable<Letter['optOut']>): string {
  const link = `<a class="link" href="${escapeHtml(url)}" style="color:${EMERALD};">${formatSentence(label)}</a>`;
  return `<p style="margin:0;${text(13, 20, EMERALD)}">${link}</p>\n`;
}

function logo(): string {
  const bar = (name: string, width: number, colour: string) =>
    `<div class="${name}" style="width:${width}px;height:6px;border-radius:3px;background:${colour};font-size:0;line-height:0;">&nbsp;</div>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-right:10px;vertical-align:middle;">${bar('upper', 28, EMERALD)}<div style="height:5px;font-size:0;line-height:0;">&nbsp;</div>${bar('lower', 21, SAFFRON)}</td>
<td class="ink" style="vertical-align:middle;${text(21, 26, INK)}font-weight:700;letter-spacing:-0.02em;">Parité</td>
</tr></table>`;
}

function text(size: number, height: number, colour: string): string {
  return `font-family:${FONT};font-size:${size}px;line-height:${height}px;color:${colour};`;
}

function formatSentence(sentence: string): string {
  return escapeHtml(addNoBreakSpaces(sentence).replaceAll('e-mail', 'e\u2011mail'));
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
