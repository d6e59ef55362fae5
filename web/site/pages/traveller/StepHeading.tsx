import { type Ref, useEffect } from 'react';
import styles from './Traveller.module.css';

export const STEPS = ['Où et quand', 'Qui vous êtes', 'Comment payer', 'Vérifier et réserver'] as const;

type Props = { step: number; company: string; ref: Ref<HTMLHeadingElement> };

/** Title of a step. The hidden parts make it say the step and the company when it gets the focus. */
export function StepHeading({ step, company, ref }: Props) {
  const name = STEPS[step - 1] ?? '';
  const progress = `Étape ${step} sur ${STEPS.length}`;
  useEffect(() => {
    document.title = `${progress}\u00a0: ${name.toLowerCase()}, ${company} · Parité`;
  }, [progress, name, company]);
  return (
    <>
      <p className={styles.progress} aria-hidden="true">
        {progress}
      </p>
      <h1 ref={ref} className={styles.title} tabIndex={-1}>
        <span className="visually-hidden">{`${progress}\u00a0: `}</span>
        <span>{name}</span>
        <span className="visually-hidden" translate="no">{`, ${company}`}</span>
      </h1>
      <p className={styles.lead} aria-hidden="true">
        <span>Réserver chez</span> <span translate="no">{company}</span>
      </p>
    </>
  );
}
