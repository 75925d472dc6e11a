/** The objections to what npm would install. Pure. */

interface LockedPackage {
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

const isInstalled = ([path, { link }]: [string, LockedPackage]) => /(^|\/)node_modules\//.test(path) && !link

/** Packages without a SHA-512 of their bytes, by their path. A bundled package is part of the package around it. */
export function unsealedPackages({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(isInstalled)
    .filter(([, { integrity, inBundle }]) => !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path)
}

export function countPackages({ packages }: Lockfile): { all: number; withScripts: number } {
  const installed = Object.entries(packages).filter(isInstalled)
  return { all: installed.length, withScripts: installed.filter(([, one]) => one.hasInstallScript).length }
}

/** Calls of npm, in any quotes, that install and let packages run their scripts. */
export function scriptedInstalls(source: string): string[] {
  const calls =
    /^(?!\s*(?:\/\/|#|\*)).*(?:\bnpm (?:ci|install|i)\b|['"]ci['"],|['"]npm['"], \[['"](?:install|i)['"]).*$/gm
  return [...source.matchAll(calls)].map(([line]) => line.trim()).filter((line) => !/--ignore-scripts\b/.test(line))
}

export type AuditReport =
  | { isAnswered: true; high: number; critical: number }
  /** The registry has no advisories, or nobody could ask for them. */
  | { isAnswered: false; reason: string }

/** What `npm audit --json` printed. */
export function readAudit(printed: string): AuditReport {
  const told = parse(printed)
  const counts = told?.metadata?.vulnerabilities
  if (typeof counts?.high === 'number' && typeof counts.critical === 'number') {
    return { isAnswered: true, high: counts.high, critical: counts.critical }
  }
  return { isAnswered: false, reason: String(told?.message ?? told?.error?.summary ?? 'no answer that can be read') }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever another program printed
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
