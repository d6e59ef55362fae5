import { describe, expect, test } from 'vitest';
import { aCompanyDraft } from '../testing/companies.ts';
import { validateDraft } from '../validation/draft.ts';
import { type CompanyDraft, companyDraft } from './company-draft.ts';
import { toCompanyRow } from './fields.ts';

const GOOD = aCompanyDraft();
const wrongIn = (typed: Partial<CompanyDraft>) => validateDraft(companyDraft, { ...GOOD, ...typed });

describe('a company draft', () => {
  test.each<Partial<CompanyDraft>>([
    {},
    { name: ' 24 ' },
    { name: 'L’Or & Cie n° 1' },
    { site: 'HTTPS://Marché.example/Change?a=1' },
    { site: ' https://marche.example/ ' },
    { phone: '+33 (0)1.23-45/67' },
    { email: ' contact@marche.example ' },
    { authorisation: '' },
    { authorisation: '18 739' },
    { authorisation: '552 081 317' },
  ])('%j is valid', (typed) => {
    expect(wrongIn(typed)).toEqual({});
  });

  test.each<[Partial<CompanyDraft>, string, RegExp]>([
    [{ name: ' ' }, 'invalid_name', /^Donnez un nom au bureau\.$/],
    [{ name: '—' }, 'invalid_name', /nom/],
    [{ name: 'a\nb' }, 'control_character', /«\u00a0Nom du bureau\u00a0»/],
    [{ name: 'a'.repeat(101) }, 'too_long', /^100 caractères au plus\.$/],
    [{ site: '' }, 'invalid_site', /commencer par https/],
    [{ site: 'http://marche.example' }, 'invalid_site', /commencer par https/],
    [{ site: 'https:' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://localhost' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://10.0.0.1' }, 'invalid_site', /adresse complète/],
    [{ site: 'https://moi:mdp@marche.example' }, 'invalid_site', /sans identifiant/],
    // each letter becomes six characters once it is written as it is sent
    [{ site: `https://marche.example/${'é'.repeat(1000)}` }, 'invalid_site', /trop longue/],
    [{ phone: 'appelez-moi' }, 'invalid_phone', /téléphone/],
    [{ phone: '01\u200b23' }, 'control_character', /«\u00a0Téléphone\u00a0»/],
    [{ email: 'contact@marche' }, 'invalid_email', /e-mail/],
    [{ authorisation: '1873' }, 'invalid_authorisation', /code CIB \(5 chiffres\)/],
    [{ authorisation: 'CIB 18739' }, 'invalid_authorisation', /REGAFI/],
    [{ authorisation: '1234567890' }, 'invalid_authorisation', /9 chiffres au plus/],
  ])('%j is invalid', (typed, code, message) => {
    const [field = ''] = Object.keys(typed);
    expect(wrongIn(typed)).toEqual({ [field]: { code, message: expect.stringMatching(message) } });
  });

  test('each field has an error of its own, in the order of the form', () => {
    const found = wrongIn({ name: '', site: '', email: 'x', phone: 'x' });
    expect(Object.keys(found)).toEqual(['name', 'site', 'phone', 'email']);
  });
});

test('a company draft is stored without outer spaces, its site in canonical spelling', () => {
  expect(toCompanyRow({ ...GOOD, authorisation: ' 18 739 ' })).toEqual({ ...GOOD, authorisation: '18739' });
  expect(toCompanyRow({ ...GOOD, name: ' A ', site: ' HTTPS://Marché.EXAMPLE:443/a/?b=1#c ' })).toEqual({
    ...GOOD,
    name: 'A',
    site: 'https://xn--march-fsa.example/a?b=1',
  });
});
