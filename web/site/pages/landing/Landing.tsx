import { useLoaderData } from 'react-router';
import { ComparatorCard } from './ComparatorCard.tsx';
import { Hero } from './Hero.tsx';
import { HowItCompares } from './HowItCompares.tsx';
import type { LandingData } from './load-landing.ts';
import { Results } from './Results.tsx';
import { LaterSections } from './sections/LaterSections.tsx';
import { useComparison } from './use-comparison.ts';

export function Landing() {
  const { currencies, articles } = useLoaderData<LandingData>();
  const comparison = useComparison(currencies);
  return (
    <>
      <Hero currencies={currencies.length - 1}>
        <ComparatorCard currencies={currencies} comparison={comparison} />
      </Hero>
      <Results currencies={currencies} comparison={comparison} />
      <HowItCompares />
      <LaterSections currencies={currencies} articles={articles} comparison={comparison} />
    </>
  );
}
