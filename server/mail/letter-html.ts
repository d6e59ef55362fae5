import type { Publisher } from '#domain/publisher/imprint.ts';
import { addNoBreakSpaces, type Letter, type LetterTicket, signature } from './letter.ts';

const INK = '#10201c';
const SOFT = '#4a5853';
const PAPER = '#fbfaf6';
const SURFACE = '#ffffff';
const LINE = '#e4e3dc';
const QUIET = '#f1f0ea';
const EMERALD = '#0b5d4b';
const SAFFRON = '#f2b544';
const SAFFRON_STRONG = '#96690c';
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
  .link { color: #58c3a5 !important; }
  .upper { background: #58c3a5 !important; }
  .button { background: #58c3a5 !important; }
  .button a { color: #06251c !important; }
  .taken { border-color: #58c3a5 !important; }
  .taken-state { background: #58c3a5 !important; color: #06251c !important; }
  .over { border-color: #283a34 !important; }
  .over-state { background: #1a2925 !important; color: #a9b8b1 !important; }
  .asked { border-color: #f2b544 !important; }
  .asked-state { background: #352a13 !important; color: #eff3f0 !important; }
}
@media (max-width: 480px) {
  .surface { padding: 28px 22px !important; }
}`;

export function renderHtml(letter: Letter, publisher: Publisher | null): string {
  const { subject, preheader, title, paragraphs, digits, ticket, action, after, reason, optOut } = letter;
  const url = escapeHtml(action.url);
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
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td style="padding:0 4px 20px;">${logo()}</td></tr>
<tr><td class="surface" style="padding:36px 40px;background:${SURFACE};border:1px solid ${LINE};border-radius:20px;">
<h1 class="ink" style="margin:0 0 20px;${text(24, 30, INK)}font-weight:700;letter-spacing:-0.02em;">${formatSentence(title)}</h1>
${paragraphs.map((paragraph) => line(paragraph, 16, 26, 'ink', INK)).join('\n')}
${digits ? renderDigits(digits, 32) : ''}${ticket ? renderTicket(ticket) : ''}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0;">
<tr><td class="button" align="center" style="background:${EMERALD};border-radius:12px;">
<a href="${url}" style="display:inline-block;padding:14px 22px;${text(16, 20, '#ffffff')}font-weight:600;text-decoration:none;">${formatSentence(action.label)}</a>
</td></tr>
</table>
${after.map((paragraph) => line(paragraph, 16, 26, 'ink', INK)).join('\n')}
${line('Ou copiez cette adresse :', 14, 22, 'soft', SOFT)}
<p style="margin:0;${text(14, 22, EMERALD)}word-break:break-all;overflow-wrap:anywhere;"><a class="link" href="${url}" style="color:${EMERALD};">${url}</a></p>
</td></tr>
<tr><td style="padding:20px 4px 0;">
${[reason, ...(publisher ? [signature(publisher)] : [])].map((each) => line(each, 13, 20, 'soft', SOFT)).join('\n')}
${optOut ? renderOptOut(optOut) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function line(content: string, size: number, height: number, name: string, colour: string): string {
  return `<p class="${name}" style="margin:0 0 14px;${text(size, height, colour)}">${formatSentence(content)}</p>`;
}

function renderDigits(digits: string, size: number, below = 14): string {
  return `<p class="ink" style="margin:0 0 ${below}px;${text(size, size + 8, INK)}font-weight:700;letter-spacing:0.1em;">${formatSentence(digits)}</p>\n`;
}

const LOUD: ReadonlySet<string> = new Set(['Quand', 'Où']);

const TONES = {
  asked: { frame: `2px dashed ${SAFFRON_STRONG}`, ground: SAFFRON_TINT, ink: INK },
  taken: { frame: `2px solid ${EMERALD}`, ground: EMERALD, ink: '#ffffff' },
  over: { frame: `1px solid ${LINE}`, ground: QUIET, ink: SOFT },
} as const;

// Ticket with a solid frame, dashed until it is accepted, quiet once it ended without a hand-over.
function renderTicket({ state, tone, amount, code, rows, small }: LetterTicket): string {
  const { frame, ground, ink } = TONES[tone];
  const cell = (content: string) => `<tr><td style="padding:0 20px 12px;">${content}</td></tr>`;
  const label = (content: string, size = 14) =>
    `<p class="soft" style="margin:0;${text(size, size + 6, SOFT)}">${formatSentence(content)}</p>`;
  const value = (content: string, size: number, weight = 600) =>
    `<p class="ink" style="margin:0;${text(size, Math.round(size * 1.4), INK)}font-weight:${weight};">${formatSentence(content)}</p>`;
  const picture = code
    ? cell(
        `<img src="cid:${escapeHtml(code.picture)}" width="140" height="140" alt="Code QR de ${escapeHtml(code.text)}" style="display:block;border:0;border-radius:8px;">`,
      )
    : '';
  return `<table role="presentation" class="${tone}" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0;border:${frame};border-radius:16px;border-collapse:separate;overflow:hidden;">
<tr><td class="${tone}-state" style="padding:8px 20px;background:${ground};${text(15, 22, ink)}font-weight:600;">${formatSentence(state)}</td></tr>
<tr><td style="height:14px;font-size:0;line-height:0;">&nbsp;</td></tr>
${code ? cell(`${label('Votre code, à montrer au guichet')}${renderDigits(code.text, 40, 0)}`) : ''}
${cell(value(amount, tone === 'over' ? 20 : 28))}
${rows.map(([name, content]) => cell(`${label(name)}${value(content, 16, LOUD.has(name) ? 600 : 400)}`)).join('\n')}
${picture}
${small.map((sentence) => cell(label(sentence, 13))).join('\n')}
<tr><td style="height:8px;font-size:0;line-height:0;">&nbsp;</td></tr>
</table>
`;
}

function renderOptOut({ label, url }: { label: string; url: string }): string {
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
  return escapeHtml(addNoBreakSpaces(sentence));
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
