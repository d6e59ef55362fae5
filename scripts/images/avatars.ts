export const AVATAR = { width: 160, height: 160 };

interface Person {
  background: string;
  skin: string;
  clothes: string;
  collar: string;
  hair: string;
  /** SVG of the hair behind the face, and of what lies over it */
  behind: string;
  over: string;
}

const people: Readonly<Record<string, Person>> = {
  'agent-1': {
    background: '#f6d68f',
    skin: '#f0c7a6',
    clothes: '#0b5d4b',
    collar: '#fbfaf6',
    hair: '#6a3620',
    behind: '<path d="M42 66c0-26 16-42 38-42s38 16 38 42c0 18 4 34 10 44H32c6-10 10-26 10-44z"/>',
    over: '<path d="M53 66c14-2 30-10 36-24 4 12 10 20 18 24 0-24-10-36-27-36S53 42 53 66z"/>',
  },
  'agent-2': {
    background: '#bfe0d6',
    skin: '#c98f66',
    clothes: '#23405e',
    collar: '#e9eef2',
    hair: '#1d1613',
    behind: '<path d="M50 62c-4-26 12-40 32-40 19 0 32 14 28 40z"/>',
    over: `<path d="M52 62c2-14 8-18 18-18 14 0 24-2 30-6 6 6 8 14 8 24 4-28-8-40-28-40S48 34 52 62z"/>
      <path d="M56 76c2 24 12 34 24 34s22-10 24-34c-4 12-10 14-24 14s-20-2-24-14z"/>`,
  },
};

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">${content}</svg>`;

export const avatarNames = ['default', ...Object.keys(people)];

export function drawAvatar(name: string): string {
  const person = people[name];
  if (!person) {
    return frame(`<rect width="160" height="160" fill="#e4f1ec"/>
      <g fill="#7fae9f"><circle cx="80" cy="64" r="28"/><path d="M26 160c0-34 22-54 54-54s54 20 54 54z"/></g>`);
  }
  return frame(`<rect width="160" height="160" fill="${person.background}"/>
    <g fill="${person.hair}">${person.behind}</g>
    <path d="M20 164c0-34 24-48 60-48s60 14 60 48z" fill="${person.clothes}"/>
    <path d="M58 118l22 26 22-26-8-6H66z" fill="${person.collar}"/>
    <path d="M68 96h24v20c0 8-5 15-12 18-7-3-12-10-12-18z" fill="${person.skin}"/>
    <path d="M68 104c4 8 20 8 24 0v8c-6 6-18 6-24 0z" fill="#000000" opacity=".12"/>
    <ellipse cx="80" cy="74" rx="27" ry="34" fill="${person.skin}"/>
    <g fill="${person.hair}">${person.over}</g>
    <g fill="#2a1c16"><circle cx="69.5" cy="74" r="3"/><circle cx="90.5" cy="74" r="3"/></g>
    <path d="M71 92c5 5 13 5 18 0" fill="none" stroke="#8a3f30" stroke-width="3" stroke-linecap="round"/>`);
}
