// Every logo is drawn at twice its largest display size, 150 x 80.
export const LOGO = { width: 300, height: 160 };

interface Logo {
  background: string;
  /** SVG over the background, 300 x 160 */
  drawing: string;
}

const title = (x: number, y: number, size: number, fill: string, text: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="Bricolage Grotesque" font-size="${size}" font-weight="700" fill="${fill}" ${more}>${text}</text>`;
const plain = (x: number, y: number, size: number, fill: string, text: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="Inter" font-size="${size}" font-weight="600" fill="${fill}" ${more}>${text}</text>`;
const stroke = (colour: string, width: number) =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

export const logos: Readonly<Record<string, Logo>> = {
  'change-des-quais': {
    background: '#12324a',
    drawing: `
      <g ${stroke('#f4e9d2', 7)}>
        <path d="M26 92V80a31 31 0 0 1 62 0v12"/><path d="M26 62h62"/>
      </g>
      <path d="M22 110q9-9 18 0t18 0 18 0 18 0" ${stroke('#69b3c9', 7)}/>
      ${title(106, 76, 37, '#f4e9d2', 'Change', 'letter-spacing="-1"')}
      ${title(106, 114, 37, '#69b3c9', 'des Quais', 'letter-spacing="-1"')}`,
  },
  'zephyr-devises': {
    background: '#d9f0f1',
    drawing: `
      <g ${stroke('#0d6b78', 7)}>
        <path d="M236 62h18a15 15 0 1 0-15-15"/><path d="M26 42h152a12 12 0 1 0-12-12"/>
      </g>
      ${title(22, 112, 62, '#0b4752', 'Zéphyr', 'letter-spacing="-2"')}
      ${plain(25, 142, 18, '#0d6b78', 'DEVISES', 'letter-spacing="9"')}`,
  },
  'or-du-voyageur': {
    background: '#2a1838',
    drawing: `
      <circle cx="62" cy="80" r="38" ${stroke('#e9bc62', 6)}/>
      <path d="M62 52l10 28-10 28-10-28z" fill="#e9bc62" transform="rotate(38 62 80)"/>
      <circle cx="62" cy="80" r="5" fill="#2a1838"/>
      ${title(116, 76, 35, '#f5e6c4', 'L’Or du')}
      ${title(116, 112, 35, '#e9bc62', 'Voyageur', 'letter-spacing="-.5"')}`,
  },
  'comptoir-saint-lazare': {
    background: '#8c2b27',
    drawing: `
      <g ${stroke('#fbeee2', 6)}>
        <path d="M26 112V74l34-30 34 30v38z"/><path d="M46 112V92a14 14 0 0 1 28 0v20"/>
      </g>
      <circle cx="60" cy="66" r="6" fill="#fbeee2"/>
      ${plain(116, 62, 20, '#f1c9b4', 'COMPTOIR', 'letter-spacing="3.4"')}
      ${title(114, 94, 34, '#fbeee2', 'Saint-')}
      ${title(114, 126, 34, '#fbeee2', 'Lazare')}`,
  },
  'escale-change': {
    background: '#1c49cf',
    drawing: `
      <path d="M238 22h38l-34 40h-24z" fill="#ffffff"/><path d="M210 72h24l-13 15h-24z" fill="#8fb0ff" transform="translate(17 -3)"/>
      ${title(22, 100, 58, '#ffffff', 'Escale', 'letter-spacing="-2" transform="skewX(-8)" transform-origin="22 100"')}
      ${plain(26, 132, 24, '#b9ccff', 'change', 'letter-spacing="1"')}`,
  },
  'boreal-change': {
    background: '#08252b',
    drawing: `
      <defs><linearGradient id="aurora" x1="0" x2="1"><stop offset="0" stop-color="#3fe0a5"/>
        <stop offset=".55" stop-color="#4fc3e8"/><stop offset="1" stop-color="#9a7bf0"/></linearGradient></defs>
      <path d="M0 52C50 4 96 66 150 36S250 4 300 34V0H0z" fill="url(#aurora)" opacity=".9"/>
      <path d="M0 66C60 22 104 78 160 50S250 24 300 52" ${stroke('url(#aurora)', 4)}/>
      ${title(26, 114, 60, '#eefbf7', 'Boréal', 'letter-spacing="-1.5"')}
      ${plain(29, 141, 20, '#8fd9d0', 'CHANGE', 'letter-spacing="7"')}`,
  },
  'bourse-du-port': {
    background: '#f1ebdd',
    drawing: `
      <g ${stroke('#16355c', 7)}>
        <circle cx="58" cy="44" r="10"/><path d="M58 54v62"/><path d="M40 70h36"/>
        <path d="M24 88c2 18 16 28 34 28s32-10 34-28"/>
      </g>
      ${plain(112, 60, 22, '#c05a32', 'LA BOURSE', 'letter-spacing="2"')}
      ${title(110, 104, 46, '#16355c', 'du Port', 'letter-spacing="-1"')}`,
  },
  'maison-astier': {
    background: '#29382a',
    drawing: `
      <rect x="11" y="11" width="278" height="138" rx="12" ${stroke('#c9a75d', 2)}/>
      <g ${stroke('#e6cf96', 5)}><path d="M112 74V36l16 22 16-22v38"/><path d="M156 74l16-38 16 38"/><path d="M162 61h20"/></g>
      ${plain(150, 110, 22, '#fbf7ee', 'MAISON ASTIER', 'letter-spacing="3.6" text-anchor="middle"')}
      ${plain(150, 132, 13, '#d6bc80', 'CHANGE ET MONNAIES', 'letter-spacing="2" text-anchor="middle"')}`,
  },
  'change-du-capitole': {
    background: '#d4684f',
    drawing: `
      <g fill="#fff4ea"><path d="M22 58l40-24 40 24z"/><rect x="22" y="110" width="80" height="10" rx="2"/>
        <rect x="30" y="66" width="11" height="38" rx="2"/><rect x="56.5" y="66" width="11" height="38" rx="2"/>
        <rect x="83" y="66" width="11" height="38" rx="2"/></g>
      ${plain(120, 66, 23, '#4a160c', 'Change du')}
      ${title(119, 104, 38, '#fff4ea', 'Capitole', 'letter-spacing="-1"')}`,
  },
  aerochange: {
    background: '#ffcf33',
    drawing: `
      <g ${stroke('#171717', 11)} stroke-linejoin="miter">
        <path d="M214 66h58l-20-22" stroke-linecap="butt"/><path d="M272 92h-58l20 22" stroke-linecap="butt"/></g>
      ${title(22, 76, 56, '#171717', 'aéro', 'letter-spacing="-2"')}
      ${title(22, 122, 46, '#171717', 'change', 'letter-spacing="-1.5"')}`,
  },
  devisia: {
    background: '#5636e8',
    drawing: `
      <circle cx="46" cy="80" r="24" fill="#ffffff"/><circle cx="74" cy="80" r="24" fill="#b9f26b"/>
      <path d="M60 60.5a24 24 0 0 1 0 39 24 24 0 0 1 0-39z" fill="#5636e8"/>
      ${title(110, 98, 50, '#ffffff', 'devisia', 'letter-spacing="-1.5"')}`,
  },
  'change-du-leman': {
    background: '#ffffff',
    drawing: `
      <rect x="1.5" y="1.5" width="297" height="157" rx="18.5" ${stroke('#d9e2ea', 3)}/>
      <path d="M22 92l28-48 16 24 10-14 24 38z" fill="#d2222f"/><path d="M50 44l-9 15 9 6 9-7z" fill="#ffffff"/>
      <path d="M22 106h78" ${stroke('#1f6fae', 6)}/><path d="M34 120h54" ${stroke('#7db6df', 6)}/>
      ${plain(118, 68, 23, '#1f6fae', 'Change du')}
      ${title(116, 112, 50, '#14283a', 'Léman', 'letter-spacing="-1"')}`,
  },
  'comptoir-des-alizes': {
    background: '#0f8f8c',
    drawing: `
      <circle cx="62" cy="72" r="40" fill="#ffd27a"/>
      <path d="M66 36v62h36q-4-38-36-62z" fill="#ffffff"/><path d="M58 54v44H32q4-28 26-44z" fill="#ff7f5c"/>
      <path d="M24 106h80q-8 18-26 18H48q-18 0-24-18z" fill="#08484c"/>
      ${plain(120, 62, 19, '#d6f5ee', 'Le Comptoir')}
      ${title(118, 94, 34, '#ffffff', 'des')}
      ${title(118, 127, 38, '#ffffff', 'Alizés')}`,
  },
  'guichet-du-parvis': {
    background: '#e4ded2',
    drawing: `
      <g ${stroke('#6b2740', 4.5)}><circle cx="60" cy="80" r="37"/><circle cx="60" cy="80" r="10"/>
        ${[0, 45, 90, 135, 180, 225, 270, 315]
          .map(
            (turn) => `<path d="M60 70c-9-10-9-18 0-25 9 7 9 15 0 25z" transform="rotate(${turn} 60 80)"/>`,
          )
          .join('')}</g>
      ${plain(116, 64, 23, '#3d3a34', 'Guichet du')}
      ${title(114, 108, 46, '#6b2740', 'Parvis', 'letter-spacing="-1"')}`,
  },
  default: {
    background: '#e4f1ec',
    drawing: `
      <g ${stroke('#0b5d4b', 7)}>
        <path d="M108 62l9-24h66l9 24"/><path d="M108 62a14 14 0 0 0 28 0 14 14 0 0 0 28 0 14 14 0 0 0 28 0z"/>
        <path d="M116 80v44h68V80"/><path d="M134 96h32"/><path d="M134 109h22"/>
      </g>`,
  },
};

export function drawLogo(name: string): string {
  const logo = logos[name];
  if (!logo) throw new Error(`no logo ${name}`);
  const { width, height } = LOGO;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <clipPath id="tile"><rect width="${width}" height="${height}" rx="20"/></clipPath>
    <g clip-path="url(#tile)"><rect width="${width}" height="${height}" fill="${logo.background}"/>${logo.drawing}</g></svg>`;
}
