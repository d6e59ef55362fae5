import { type Cluster, leaderOf } from './clusters.ts';
import styles from './Leader.module.css';

// Point of a pin that has no room above it, and the line between both.
export function Leader<T>(cluster: Cluster<T>) {
  return (
    <>
      <line className={styles.leader} {...leaderOf(cluster)} />
      <circle className={styles.point} cx={cluster.at.x} cy={cluster.at.y} r="4" />
    </>
  );
}
