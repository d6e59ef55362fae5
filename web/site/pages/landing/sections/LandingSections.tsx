import type { Article } from '#domain/articles/article.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Comparison } from '../use-comparison.ts';
import { BlogTeaser } from './BlogTeaser.tsx';
import { Features } from './Features.tsx';
import { Invitation } from './Invitation.tsx';
import { Partners } from './Partners.tsx';
import { Questions } from './Questions.tsx';
import { Situations } from './Situations.tsx';
import { Steps } from './Steps.tsx';

export type SectionsProps = {
  currencies: readonly Currency[];
  articles: readonly Article[];
  comparison: Comparison;
};

/** The landing page below the comparator, in the order of spec 2. */
export function LandingSections({ currencies, articles, comparison }: SectionsProps) {
  return (
    <>
      <Partners currencies={currencies} outcome={comparison.outcome} />
      <Features currencies={currencies} />
      <Steps />
      <Situations currencies={currencies} articles={articles} onPrepare={comparison.change} />
      <Invitation />
      <BlogTeaser articles={articles} />
      <Questions />
    </>
  );
}
