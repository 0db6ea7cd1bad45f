import { spawn } from 'node:child_process'

// Runs the named scripts of the package at the same time, shows what each said once it is over, and fails where one of them did. None of them
// needs what another makes, and a core is idle while one runs alone.

/** The type-aware linter is a program in Go, and with the default it spends a quarter of its processor time on collecting garbage. */
const ENV = { GOGC: '400', ...process.env }

const run = name =>
  new Promise(ended => {
    const child = spawn('npm', ['run', '--silent', name], { shell: true, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => said.push(bytes))
    child.on('close', code => {
      process.stdout.write(`${name}: ${code === 0 ? 'passed' : `ended with code ${code}`}\n${Buffer.concat(said)}`)
      ended(code === 0)
    })
  })

const passed = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1
