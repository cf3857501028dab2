export default () => ({inputs: {, outputs: {}});
