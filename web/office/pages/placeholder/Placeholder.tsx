import styles from './Placeholder.module.css';

/** A section that is not built yet: a picture of what it will be (spec 2). */
export function Placeholder({ picture, text }: { picture: string; text: string }) {
  return (
    <section className={styles.placeholder}>
      <img className={styles.picture} src={picture} alt="" width={960} height={540} />
      <h2>Bientôt dans votre espace</h2>
      <p className={styles.text}>{text}</p>
    </section>
  );
}
