import type { FastifyInstance } from 'fastify';

/**
 * Upper bounds in seconds. A comparison takes well under a millisecond, a login some tens of milliseconds.
 */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Series = { counts: Float64Array; seconds: number };

/**
 * Request histogram in memory. prom-client's builds its label key for each request, microseconds where the
 * whole request takes fifty (decision 012).
 */
export class HttpMetrics {
  readonly name = 'parite_http_request_duration_seconds';
  // nested maps, so that a lookup builds no key
  readonly #routes = new Map<string, Map<string, Map<number, Series>>>();

  observe(route: string, method: string, status: number, seconds: number): void {
    const series = this.#routes.get(route)?.get(method)?.get(status) ?? this.#add(route, method, status);
    let bucket = 0;
    // the last bucket has no bound
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.seconds += seconds;
  }

  async get() {
    return {
      name: this.name,
      type: 'histogram',
      help: 'Time to answer a request, by route, method and status.',
      values: [...this.#values()],
    };
  }

  *#values() {
    for (const [route, methods] of this.#routes) {
      for (const [method, statuses] of methods) {
        for (const [status, { counts, seconds }] of statuses) {
          const labels = { route, method, status };
          let count = 0;
          for (const [i, le] of [...BOUNDS, '+Inf'].entries()) {
            count += counts[i] ?? 0;
            yield { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
          }
          yield { metricName: `${this.name}_sum`, labels, value: seconds };
          yield { metricName: `${this.name}_count`, labels, value: count };
        }
      }
    }
  }

  #add(route: string, method: string, status: number): Series {
    const series = { counts: new Float64Array(BOUNDS.length + 1), seconds: 0 };
    const methods = this.#routes.get(route) ?? new Map<string, Map<number, Series>>();
    const statuses = methods.get(method) ?? new Map<number, Series>();
    this.#routes.set(route, methods.set(method, statuses.set(status, series)));
    return series;
  }
}

/** Counts by route pattern, because an address may hold personal data. */
export function registerHttpMetrics(app: FastifyInstance, metrics: HttpMetrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    // an open stream is no slow answer
    if (reply.getHeader('content-type')?.toString().startsWith('text/event-stream')) return done();
    const route = request.routeOptions.url ?? 'none';
    metrics.observe(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}
