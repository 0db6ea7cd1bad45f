import { type ChildProcess, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { RunningExchange } from '../../src/exchange.js'
import { type Daemon, oddsmith, walletFolder } from '../end-to-end/daemon.js'
import { type Holdings, holdingsAtExchange, holdingsInJournal } from '../end-to-end/outside-look.js'
import { startExchangeChild } from '../end-to-end/start-exchange-child.js'
import { openTcpProxy, type TcpProxy } from '../end-to-end/tcp-proxy.js'
import { BOUND, type ChaosFault, type LinkFault, type ProcessFault, type SurroundingFault } from './faults.js'
import { createJudge, type Judge, type Verdict } from './judge.js'

const HERE = import.meta.dirname
const CALM: Verdict = { looks: 0, lastSeenMs: null, breaches: [] }
/** Orders are given a short life, so that a lost network is over soon. */
const ORDER_LIFE_SECONDS = 30
const RESTART_MAX_MS = 90_000

/** An exchange in a process of its own, proxies in front of it, and a run that trades through them. */
export class Arena {
  runs = 0
  readonly #home: string
  readonly #options: { readonly markets: number; readonly seed: number }
  readonly #clockFile: string
  readonly #seen = new Set<string>()
  #exchange: ChildProcess | null = null
  #told: RunningExchange | null = null
  #port = 0
  #rest: TcpProxy | null = null
  #streams: TcpProxy | null = null
  #run: Daemon | null = null
  #judge: Judge | null = null

  constructor(home: string, options: { readonly markets: number; readonly seed: number }) {
    this.#home = home
    this.#options = options
    this.#clockFile = join(home, 'clock')
  }

  get placed(): number {
    return this.#seen.size
  }

  async open(): Promise<void> {
    await this.#startExchange()
    this.#rest = await openTcpProxy(() => this.#port)
    this.#streams = await openTcpProxy(() => this.#port)
    writeFileSync(this.#clockFile, '0')
    const { baseUrl, accounts } = this.#exchangeTold()
    this.#judge = createJudge(baseUrl, accounts[0]?.privateKey ?? '')
    this.#writeConfig()
    await this.#start()
  }

  /** Lets the run quote for a while; it has to show orders at the exchange. */
  async quotes(ms: number): Promise<void> {
    const until = performance.now() + ms
    let isQuoting = false
    const giveUp = performance.now() + RESTART_MAX_MS
    while (performance.now() < until || !isQuoting) {
      const seen = (await this.#judgeOf().look()) ?? []
      for (const hash of seen) this.#seen.add(hash)
      isQuoting ||= seen.length > 0
      if (!isQuoting && performance.now() > giveUp) throw new Error('the run does not quote')
      await pause(250)
    }
  }

  async play(fault: ChaosFault): Promise<Verdict> {
    if (fault.kind === 'link') return this.#playLink(fault)
    if (fault.kind === 'process') return this.#playProcess(fault)
    return this.#playSurroundings(fault)
  }

  /** Ends the run in good order. What it says in the end, and what differs, are breaches. */
  async finish(): Promise<readonly string[]> {
    const run = this.#runNow()
    run.child.kill('SIGTERM')
    const { code, stderr } = await run.ended
    const breaches = code === 0 ? [] : [`the last run ended with code ${code}: ${stderr.slice(-2_000)}`]
    return [...breaches, ...(await this.#disagreement())]
  }

  async close(): Promise<void> {
    this.#run?.child.kill('SIGKILL')
    this.#exchange?.kill('SIGKILL')
    await Promise.all([this.#rest?.close(), this.#streams?.close()])
  }

  async #playLink({ streams, rest, forMs, boundMs }: LinkFault): Promise<Verdict> {
    this.#streams?.set(streams)
    this.#rest?.set(rest)
    const watching = { forMs, boundMs: boundMs ?? ORDER_LIFE_SECONDS * 1_000 + 2_000, onlyOlder: boundMs === null }
    const verdict = await this.#judgeOf().watch(watching)
    this.#streams?.set({ kind: 'none' })
    this.#rest?.set({ kind: 'none' })
    await this.#restartIfOver()
    return verdict
  }

  async #playProcess(fault: ProcessFault): Promise<Verdict> {
    if (fault.who === 'exchange') return this.#playExchange()
    const run = this.#runNow()
    const keeper = run.child.pid ?? 0
    const pid = fault.who === 'keeper' ? keeper : daemonOf(keeper)
    process.kill(pid, fault.signal)
    if (fault.continuesAfterMs !== null) {
      await pause(fault.continuesAfterMs)
      process.kill(pid, 'SIGCONT')
      return CALM
    }
    const verdict = await this.#judgeOf().watch({ forMs: BOUND.unattended + 2_000, boundMs: BOUND.unattended })
    await run.ended
    const breaches = await this.#disagreement()
    await this.#start()
    return { ...verdict, breaches: [...verdict.breaches, ...breaches] }
  }

  /** While it is dead nothing can be seen; once it is back, what rested before may not rest for long. */
  async #playExchange(): Promise<Verdict> {
    this.#exchange?.kill('SIGKILL')
    await pause(3_000)
    await this.#startExchange()
    const verdict = await this.#judgeOf().watch({ forMs: 15_000, boundMs: BOUND.halfOpen, onlyOlder: true })
    await this.#restartIfOver()
    return verdict
  }

  async #playSurroundings({ kind, stepMs, forMs }: SurroundingFault): Promise<Verdict> {
    const { stderr } = this.#runNow().child
    const before = this.#seen.size
    if (kind === 'log') stderr?.pause()
    else writeFileSync(this.#clockFile, String(stepMs))
    // Beside a wall clock that is wrong nothing is opened; a log that is not read must stop nothing.
    if (kind === 'clock') await pause(forMs)
    else await this.quotes(forMs)
    if (kind === 'log') stderr?.resume()
    else writeFileSync(this.#clockFile, '0')
    // What was stamped by the wrong clock may not outlive it.
    const verdict =
      kind === 'clock'
        ? await this.#judgeOf().watch({ forMs: 10_000, boundMs: BOUND.unattended, onlyOlder: true })
        : { ...CALM, breaches: this.#seen.size > before ? [] : ['no order was placed while the log was not read'] }
    await this.#restartIfOver()
    return verdict
  }

  async #restartIfOver(): Promise<void> {
    const { child, ended } = this.#runNow()
    if (child.exitCode === null && child.signalCode === null) return
    const { code, stderr } = await ended
    process.stdout.write(`     the run ended with code ${code}: ${stderr.trim().split('\n').at(-1)?.slice(0, 200)}\n`)
    await this.#start()
  }

  async #start(): Promise<void> {
    const { apiKey, accounts } = this.#exchangeTold()
    this.runs++
    this.#run = oddsmith(['run', join(this.#home, 'chaos.yaml'), '--home', this.#home], {
      API: apiKey,
      WALLET: accounts[0]?.privateKey ?? '',
      ODDSMITH_CHAOS_CLOCK: this.#clockFile,
      NODE_OPTIONS: `--import ${pathToFileURL(join(HERE, 'stepped-clock.mjs')).href}`,
    })
    await Promise.race([
      this.#run.says(/positions and cash equal the venue/),
      pause(RESTART_MAX_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('the run did not start in time'))),
    ])
  }

  /** Money as the journal and the exchange have it, once what was matched has settled. */
  async #disagreement(): Promise<readonly string[]> {
    const told = this.#exchangeTold()
    const { address = '' } = told.accounts[0] ?? {}
    await pause(3_000)
    const [ours, theirs] = [holdingsInJournal(walletFolder(this.#home).folder), await holdingsAtExchange(told, address)]
    const show = ({ cash, shares }: Holdings): string =>
      [`cash ${cash}`, ...Object.entries(shares).map(([name, held]) => `${name} ${held}`)].toSorted().join(', ')
    // A killed journal has not heard of the last settlements; the next start reads them. Only a stop in good order must agree at once.
    return this.#run?.child.exitCode === 0 && show(ours) !== show(theirs)
      ? [`money differs: ${show(ours)} in the journal, ${show(theirs)} at the exchange`]
      : []
  }

  #writeConfig(): void {
    const url = (proxy: TcpProxy | null): string => `127.0.0.1:${proxy?.port}`
    const venue = {
      name: 'predict',
      baseUrl: `http://${url(this.#rest)}`,
      rpcUrl: `http://${url(this.#rest)}/rpc`,
      wsUrl: `ws://${url(this.#streams)}/ws`,
      chainId: 97,
      apiKey: { env: 'API' },
      privateKey: { env: 'WALLET' },
    }
    const lines = [
      `venue: ${JSON.stringify(venue)}`,
      'strategies: [{strategy: two-sided, markets: all, parameters: {sizeShares: 10, positionMaxShares: 100}}]',
      `requote: {orderLifeSeconds: ${ORDER_LIFE_SECONDS}, requoteEveryMs: 1000}`,
      'limits: {positionMaxShares: 300, lossPerDayMaxPercent: null, drawdownMaxPercent: null}',
      '',
    ]
    writeFileSync(join(this.#home, 'chaos.yaml'), lines.join('\n'))
  }

  async #startExchange(): Promise<void> {
    const { markets, seed } = this.#options
    const args = [String(this.#port), join(this.#home, 'exchange'), String(seed), String(markets)]
    const { child, told } = await startExchangeChild(args)
    this.#exchange = child
    this.#told = told
    this.#port = Number(new URL(told.baseUrl).port)
  }

  #exchangeTold(): RunningExchange {
    if (this.#told === null) throw new Error('the exchange is not up')
    return this.#told
  }

  #judgeOf(): Judge {
    if (this.#judge === null) throw new Error('the arena is not open')
    return this.#judge
  }

  #runNow(): Daemon {
    if (this.#run === null) throw new Error('no run was started')
    return this.#run
  }
}

/** The daemon of a keeper: its only child. */
const daemonOf = (keeper: number): number =>
  Number(
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(keeper)])
      .toString()
      .trim()
      .split('\n')[0],
  )
