import type { ComparatorView } from '#domain/pages/page.ts';
import { ComparatorForm } from '../parts/ComparatorForm.tsx';
import { Links, PageHead } from '../parts/Part.tsx';

export function ComparatorPage({ view: { asked, currencies, place, problem } }: { view: ComparatorView }) {
  return (
    <PageHead
      title="Comparer les bureaux de change"
      lead="Choisissez un montant et une devise pour voir combien chaque bureau vous remet."
    >
      <ComparatorForm asked={asked} currencies={currencies} place={place} problem={problem} />
      <Links links={[{ path: '/devises', text: 'Toutes les devises' }]} />
    </PageHead>
  );
}
