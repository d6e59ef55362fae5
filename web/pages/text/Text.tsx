import { MemoryRouter } from 'react-router';
import type { TextView } from '#domain/pages/page.ts';
import { AccessibilityPage } from '../../site/pages/legal/AccessibilityPage.tsx';
import { LegalNoticePage } from '../../site/pages/legal/LegalNoticePage.tsx';
import { PrivacyPage } from '../../site/pages/legal/PrivacyPage.tsx';
import { MethodPage } from '../../site/pages/method/MethodPage.tsx';
import frame from '../Frame.module.css';

// Texts of the application, whose links need a router.
export function Text({ view }: { view: TextView }) {
  return (
    <div className={frame.bare}>
      <MemoryRouter>
        <TextOf view={view} />
      </MemoryRouter>
    </div>
  );
}

function TextOf({ view: { text, example, currencyCount } }: { view: TextView }) {
  switch (text) {
    case 'methode':
      return example && <MethodPage data={{ currencies: { length: currencyCount }, answer: example }} />;
    case 'mentions-legales':
      return <LegalNoticePage />;
    case 'confidentialite':
      return <PrivacyPage />;
    case 'accessibilite':
      return <AccessibilityPage />;
  }
}
