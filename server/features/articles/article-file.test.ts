import { expect, test } from 'vitest';
import { parseArticle } from './article-file.ts';

const WHOLE = `---
id: taux
group: Comprendre
featured: true
topic: Taux
title: "Le taux : un repère"
description: Une phrase.
descriptions:
- Première ligne
- Deuxième ligne
image: taux-1
image_alt: Une règle.
publication_date: 2026-11-18
---

## Titre

Un texte.
`;

test('an article has a front matter and a text', () => {
  expect(parseArticle('taux', WHOLE)).toEqual({
    id: 'taux',
    group: 'Comprendre',
    is_featured: true,
    topic: 'Taux',
    title: 'Le taux : un repère',
    description: 'Une phrase.',
    descriptions: ['Première ligne', 'Deuxième ligne'],
    image: 'taux-1',
    image_alt: 'Une règle.',
    publication_date: '2026-11-18',
    reading_time: 1,
    content: '<h2>Titre</h2>\n<p>Un texte.</p>',
  });
});

test('numbers, booleans and dates of YAML stay text', () => {
  const text = WHOLE.replace('topic: Taux', 'topic: 2026').replace('group: Comprendre', 'group: yes');
  expect(parseArticle('taux', text)).toMatchObject({ topic: '2026', group: 'yes' });
});

test('lines may end as on Windows', () => {
  expect(parseArticle('taux', WHOLE.replaceAll('\n', '\r\n'))).toEqual(parseArticle('taux', WHOLE));
});

test.each([
  ['no front matter', /^---\n/, '', 'l’en-tête'],
  ['no text', /\n---\n[\s\S]*$/, '\n---\n\n', 'le texte manque'],
  ['a missing field', /^topic: .*\n/m, '', '« topic » manque'],
  ['an empty field', /^topic: .*$/m, 'topic:', '« topic » manque'],
  ['no description line', /^- .*\n/gm, '', '« descriptions » manque'],
  ['an empty description line', /^- Première.*$/m, '-', '« descriptions » doit être une liste'],
  ['a list that is a text', /^descriptions:\n- .*\n- .*$/m, 'descriptions: Une ligne', 'une liste'],
  ['an unknown field', /^topic:/m, 'sujet:', '« sujet » n’est pas connu'],
  [
    'a field twice',
    /^topic:/m,
    'topic: Taux\ntopic:',
    'la ligne 6 de l’en-tête n’est pas comprise : ce champ figure deux fois',
  ],
  ['a line that is no field', /^topic:/m, 'n’importe quoi\ntopic:', 'de l’en-tête n’est pas comprise'],
  ['a colon without quotes', /^title: .*$/m, 'title: Le taux : un repère', 'la ligne 6 de l’en-tête'],
  ['a text that is a list', /^title: .*$/m, 'title: [Le, taux]', '« title » doit être un texte'],
  ['no fields', /^---\n[\s\S]*?\n---\n/, '---\nrien\n---\n', 'n’a pas de champs'],
  ['an id that is not the file’s name', /^id: .*$/m, 'id: autre', '« id » doit être « taux »'],
  ['a picture with its extension', /^image: .*$/m, 'image: taux.webp', '« image »'],
  ['a featured that is no boolean', /^featured: .*$/m, 'featured: oui', '« featured »'],
  ['a day that is none', /2026-11-18/, '2026-02-30', '« publication_date »'],
  ['a day of another form', /2026-11-18/, '18/11/2026', '« publication_date »'],
])('%s is refused with a sentence', (_what, pattern, replacement, sentence) => {
  const text = WHOLE.replace(pattern, replacement);
  expect(text).not.toBe(WHOLE);
  expect(() => parseArticle('taux', text)).toThrow(sentence);
});
