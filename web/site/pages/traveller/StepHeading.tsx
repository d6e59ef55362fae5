import { type Ref, useEffect } from 'react';
import styles from './Traveller.module.css';

export const STEPS = ['Où et quand', 'Qui vous êtes', 'Comment payer', 'Vérifier et réserver'] as const;

type Props = { step: number; company: string; ref: Ref<HTMLHeadingElement> };

/** Title of a step, which says the step and the company as it gets the focus. */
export function StepHeading({ step, company, ref }: Props) {
  const name = STEPS[step - 1] ?? '';
  const progress = `Étape ${step} sur ${STEPS.length}`;
  const said = `${progress}\u00a0: ${name.toLowerCase()}, ${company}`;
  useEffect(() => {
    // once the layout has set the title of the route
    queueMicrotask(() => {
      document.title = `${said} · Parité`;
    });
  }, [said]);
  return (
    <>
      <p className={styles.progress} aria-hidden="true">
        <span>{progress}</span> <span translate="no">{company}</span>
      </p>
      <h1 ref={ref} className={styles.stepTitle} tabIndex={-1} aria-label={said}>
        {name}
      </h1>
    </>
  );
}
