import { LegalNoticePage } from './LegalNoticePage.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';

export function load(path: string) {
  return path === '/mentions-legales'
    ? { title: 'Mentions légales', Page: LegalNoticePage }
    : { title: 'Politique de confidentialité', Page: PrivacyPage };
}
