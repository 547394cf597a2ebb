module.exports = (text) => `export default ${JSON.stringify(text)};`;
