import type { ComponentType } from 'react';
import { TEXTS } from '#domain/pages/texts.ts';
import { AccessibilityPage } from './AccessibilityPage.tsx';
import { LegalNoticePage } from './LegalNoticePage.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';

const PAGES: Record<string, { title: string; Page: ComponentType }> = {
  '/mentions-legales': { title: TEXTS['mentions-legales'].title, Page: LegalNoticePage },
  '/confidentialite': { title: TEXTS.confidentialite.title, Page: PrivacyPage },
  '/accessibilite': { title: TEXTS.accessibilite.title, Page: AccessibilityPage },
};

export function load(path: string) {
  return PAGES[path];
}
