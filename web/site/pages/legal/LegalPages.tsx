import type { ComponentType } from 'react';
import { AccessibilityPage } from './AccessibilityPage.tsx';
import { LegalNoticePage } from './LegalNoticePage.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';

const PAGES: Record<string, { title: string; Page: ComponentType }> = {
  '/mentions-legales': { title: 'Mentions légales', Page: LegalNoticePage },
  '/confidentialite': { title: 'Politique de confidentialité', Page: PrivacyPage },
  '/accessibilite': { title: 'Déclaration d’accessibilité', Page: AccessibilityPage },
};

export function load(path: string) {
  return PAGES[path];
}
