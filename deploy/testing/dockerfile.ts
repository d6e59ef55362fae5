/** Does what a Dockerfile says, a folder for each stage in the place of an image. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

type Instruction = { name: string; rest: string };

export interface Built {
  name: string;
  /** Where the stage's own root is. */
  root: string;
  workdir: string;
  environment: Record<string, string>;
  user: string;
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
}

export interface BuildOptions {
  /** The folder that holds the Dockerfile. */
  context: string;
  /** An empty one. */
  into: string;
  environment: Record<string, string>;
  /** The command to run here for that of a RUN: the same one, unless it changes the container's system. */
  translate: (command: string) => string;
  /** What the base images of the stages bring, by its path there. */
  brought: Record<string, string>;
}

/** Every stage. Throws where a step fails, as the build of the image would. */
export async function buildFolder(options: BuildOptions): Promise<Built[]> {
  const { context, into, environment, translate, brought } = options;
  const stages: Built[] = [];
  const isSent = readIgnored(context);
  for (const { name, rest } of parseInstructions(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const root = join(into, `stage-${stages.length}`);
      mkdirSync(root, { recursive: true });
      const stageName = /\sAS\s+(\S+)/i.exec(rest)?.[1] ?? '';
      stages.push({
        name: stageName,
        root,
        workdir: '/',
        environment: {},
        user: 'root',
        entrypoint: [],
        command: [],
        healthcheck: [],
      });
      continue;
    }
    const stage = stages.at(-1);
    // ARG may stand before the first stage
    if (!stage) continue;
    const here = join(stage.root, stage.workdir);
    if (name === 'WORKDIR') {
      stage.workdir = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    } else if (name === 'COPY') {
      copy(rest, {
        at: (path) => join(path.startsWith('/') ? stage.root : here, path),
        context,
        isSent,
        stages,
        brought,
      });
    } else if (name === 'RUN') {
      const env = { ...environment, ...stage.environment };
      await promisify(execFile)('/bin/sh', ['-c', translate(rest)], { cwd: here, env, maxBuffer: 2 ** 26 });
    } else if (name === 'ENV') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) stage.environment[key] = value;
    } else if (name === 'USER') stage.user = rest;
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest);
    else if (name === 'CMD') stage.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
    else if (!['ARG', 'EXPOSE'].includes(name)) throw new Error(`${name} is not known here`);
  }
  return stages;
}

function parseInstructions(text: string): Instruction[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { name: name.toUpperCase(), rest };
    });
}

interface Copying {
  /** Where a path of the stage is. */
  at: (path: string) => string;
  context: string;
  isSent: (path: string) => boolean;
  stages: { name: string; root: string }[];
  brought: Record<string, string>;
}

function copy(rest: string, { at, context, isSent, stages, brought }: Copying): void {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const to = paths.pop() ?? '';
  const base = from === undefined ? context : stages.find(({ name }) => name === from)?.root;
  if (base === undefined) throw new Error(`no stage is called ${from}`);
  for (const path of paths) {
    const own = from === undefined ? undefined : brought[path];
    if (own !== undefined) {
      mkdirSync(dirname(at(to)), { recursive: true });
      symlinkSync(own, at(to));
      continue;
    }
    const source = join(base, path);
    // what .dockerignore keeps back is not there
    if (!existsSync(source) || (from === undefined && !isSent(path)))
      throw new Error(`COPY finds no ${path}`);
    // of a folder its content is copied, of a file the file itself
    const target = join(at(to), statSync(source).isFile() && /\/$/.test(to) ? basename(path) : '');
    mkdirSync(dirname(target), { recursive: true });
    if (from !== undefined) {
      // some 20,000 files of packages
      execFileSync('cp', ['-a', statSync(source).isDirectory() ? `${source}/.` : source, target]);
      continue;
    }
    const filter = (file: string) => isSent(relative(context, file));
    cpSync(source, target, { recursive: true, filter, verbatimSymlinks: true });
  }
}

/** Whether .dockerignore lets a path through: the last line that matches it, or a folder above it, decides. */
function readIgnored(context: string): (path: string) => boolean {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const patterns = lines.map((line) => {
    const isException = line.startsWith('!');
    const glob = line.slice(isException ? 1 : 0).replaceAll('.', '\\.');
    const source = glob.replaceAll('**/', '§').replaceAll('*', '[^/]*').replaceAll('§', '(.*/)?');
    return { isException, pattern: new RegExp(`^${source}(/|$)`) };
  });
  return (path) => patterns.findLast(({ pattern }) => pattern.test(path))?.isException ?? true;
}
