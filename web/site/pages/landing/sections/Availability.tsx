import styles from './Availability.module.css';

/** Whether a thing works today or comes with the beta. */
export function Availability({ isToday }: { isToday: boolean }) {
  return (
    <p className={isToday ? `${styles.label} ${styles.today}` : `${styles.label} ${styles.beta}`}>
      {isToday ? 'Disponible' : 'Avec la bêta'}
    </p>
  );
}
