type Parameters = Readonly<Record<string, unknown>>

/** A parameter's value as people write it; empty if it is not set. */
export function parameterText(parameters: Parameters, name: string): string {
  const value = parameters[name]
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Parameters in one line. */
export const parametersText = (parameters: Parameters): string =>
  Object.keys(parameters)
    .map(name => `${name} ${parameterText(parameters, name)}`)
    .join(', ')
