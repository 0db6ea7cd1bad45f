import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** What keeps the corridor readable: a file fits on a few screens, a class in a head, and each field has one owner. */
export const LINES_MAX = 200
export const FIELDS_MAX = 12

/** A source's name as people know it. */
const pathOf = ({ fileName }: ts.SourceFile): string => relative(ROOT, resolve(ROOT, fileName))

const TYPED_ARRAY = /\b(Float(32|64)|(Big)?(Int|Uint)(8|16|32|64)|Uint8Clamped)Array\b/

/** Old words, words for people where the code has a name, and names that were given up. A word also counts where a longer one begins with it. */
const UNCLEAR_WORDS = ['anew', 'whoever', 'nobody', 'somebody', 'anybody', 'so many', 'hasten', 'mortal', 'doorman', 'likeness']

/** Files that are not held to the list of words: those that hold it. */
export const UNPLAIN_ROOMS: readonly string[] = ['test/corridor-rules', 'test/corridor.test']

/** Texts that recordings already hold: another text would change what an import of the same files gives. */
const WRITTEN_TEXTS = ["'nobody recorded'"]

const UNCLEAR = new RegExp(String.raw`\b(${UNCLEAR_WORDS.join('|')})`, 'i')

/** Says where a word stands that a reader of plain English must read twice. */
export const unclear = (sources: readonly ts.SourceFile[]): string[] =>
  sources.flatMap(source => unclearIn(pathOf(source), source.text))

/** The same for one text, by the name of its file. */
export const unclearIn = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const word = WRITTEN_TEXTS.some(written => line.includes(written)) ? undefined : UNCLEAR.exec(line)?.[1]
    return word === undefined ? [] : [`${path}:${index + 1} says "${word}"; name what is meant`]
  })

/** Says which files are longer than they may be. */
export const tooLong = (sources: readonly ts.SourceFile[]): string[] =>
  sources.flatMap(source => {
    const lines = source.text.trimEnd().split('\n').length
    return lines > LINES_MAX ? [`${pathOf(source)} has ${lines} lines; a file of the corridor may have ${LINES_MAX}`] : []
  })

/** Says which classes have more fields that change than they may have. A column of a typed array changes even where it is `readonly`. */
export const tooWide = (sources: readonly ts.SourceFile[]): string[] =>
  sources.flatMap(source =>
    classesIn(source).flatMap(each => {
      const names = each.members.filter(isMutableField).map(({ name }) => name.getText())
      return names.length > FIELDS_MAX
        ? [
            `${pathOf(source)}: class ${nameOf(each)} has ${names.length} mutable fields (${names.join(', ')}); it may have ${FIELDS_MAX}`,
          ]
        : []
    }),
  )

/**
 * Says which fields of the sources' classes are written in two of them or more. A method that changes what a field refers to (`push`, `set`) is
 * no write of the field; an element of a typed array is. A constructor is no writer beside the methods, since it makes the object.
 */
export function writtenTwice(program: ts.Program, sources: readonly ts.SourceFile[]): string[] {
  const checker = program.getTypeChecker()
  const inside = new Set(sources)
  const writers = new Map<ts.PropertyDeclaration, Set<string>>()
  for (const source of sources) {
    for (const target of targetsIn(source)) {
      const field = fieldOf(target, checker)
      if (field === null || !inside.has(field.getSourceFile()) || isMaking(target, field)) continue
      const files = writers.get(field) ?? new Set()
      writers.set(field, files.add(pathOf(source)))
    }
  }
  return [...writers]
    .filter(([, files]) => files.size > 1)
    .map(([field, files]) => {
      const owner = `${nameOf(field.parent)}.${field.name.getText()}`
      const where = [...files].toSorted().join(' and ')
      return `${pathOf(field.getSourceFile())}: field ${owner} is written in ${where}; one file may write it`
    })
    .toSorted()
}

function classesIn(source: ts.SourceFile): ts.ClassLikeDeclaration[] {
  const found: ts.ClassLikeDeclaration[] = []
  walk(source, node => {
    if (ts.isClassLike(node)) found.push(node)
  })
  return found
}

const nameOf = (each: ts.ClassLikeDeclaration): string => each.name?.text ?? 'without a name'

const isMutableField = (member: ts.ClassElement): member is ts.PropertyDeclaration =>
  ts.isPropertyDeclaration(member) && (!isReadonly(member) || isColumn(member))

const isReadonly = (field: ts.PropertyDeclaration): boolean =>
  field.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false

const isColumn = ({ type, initializer }: ts.PropertyDeclaration): boolean =>
  TYPED_ARRAY.test(type?.getText() ?? '') ||
  (initializer !== undefined && ts.isNewExpression(initializer) && TYPED_ARRAY.test(initializer.expression.getText()))

/** Everything that a source writes to: the left sides of assignments, and what is counted up or down, deleted or taken apart into. */
function targetsIn(source: ts.SourceFile): ts.Expression[] {
  const found: ts.Expression[] = []
  walk(source, node => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) found.push(...partsOf(node.left))
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isCounting(node.operator))
      found.push(node.operand)
    if (ts.isDeleteExpression(node)) found.push(node.expression)
    if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer))
      found.push(...partsOf(node.initializer))
  })
  return found
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

const isCounting = (operator: ts.SyntaxKind): boolean =>
  operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken

/** The single targets of a left side: `[a.b, { c: d.e = 1 }] = …` writes to `a.b` and `d.e`. */
function partsOf(left: ts.Expression): ts.Expression[] {
  if (ts.isArrayLiteralExpression(left)) return left.elements.flatMap(partsOf)
  if (ts.isSpreadElement(left) || ts.isParenthesizedExpression(left)) return partsOf(left.expression)
  if (ts.isBinaryExpression(left)) return partsOf(left.left)
  if (!ts.isObjectLiteralExpression(left)) return [left]
  return left.properties.flatMap(property => {
    if (ts.isPropertyAssignment(property)) return partsOf(property.initializer)
    return ts.isSpreadAssignment(property) ? partsOf(property.expression) : []
  })
}

/** The field that a target is, by its declaration; null: it is a variable, or no field of a class. */
function fieldOf(target: ts.Expression, checker: ts.TypeChecker): ts.PropertyDeclaration | null {
  const bare = bareOf(target)
  if (ts.isElementAccessExpression(bare)) {
    const column = fieldOf(bare.expression, checker)
    if (column !== null && isColumn(column)) return column
    return declared(checker.getSymbolAtLocation(bare.argumentExpression))
  }
  return ts.isPropertyAccessExpression(bare) ? declared(checker.getSymbolAtLocation(bare.name)) : null
}

/** A target without parentheses, `!` and casts. */
function bareOf(target: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(target) ||
    ts.isNonNullExpression(target) ||
    ts.isAsExpression(target) ||
    ts.isSatisfiesExpression(target)
  return isWrapped ? bareOf(target.expression) : target
}

const declared = (symbol: ts.Symbol | undefined): ts.PropertyDeclaration | null =>
  symbol?.declarations?.find(ts.isPropertyDeclaration) ?? null

/** Whether a write stands in the constructor of the field's class. */
function isMaking(target: ts.Node, field: ts.PropertyDeclaration): boolean {
  const maker = ts.findAncestor(target, node => ts.isFunctionLike(node) && !ts.isArrowFunction(node))
  return maker !== undefined && ts.isConstructorDeclaration(maker) && maker.parent === field.parent
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}
